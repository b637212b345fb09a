-- A program never replaces what a person wrote: see lib/projects/service.ts.
ALTER TABLE "project_versions" ADD COLUMN "by_token" BOOLEAN NOT NULL DEFAULT false;
