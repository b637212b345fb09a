-- Versions from before `made_with` have none although nobody has looked: a job does. Processes of the release before this one
-- leave the default when they insert a version; the job then finds what they found.
ALTER TABLE "app_versions" ADD COLUMN "made_with_tries" SMALLINT DEFAULT 0;
ALTER TABLE "app_versions" ADD COLUMN "made_with_tried_at" TIMESTAMPTZ(3);
CREATE INDEX IF NOT EXISTS "app_versions_made_with_due_idx" ON "app_versions" ("id" DESC)
  WHERE "made_with" = '{}'::text[] AND "made_with_tries" < 3;
