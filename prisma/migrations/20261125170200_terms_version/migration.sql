-- The version of the terms and the privacy notice that a person has agreed to. The previous release records none: its
-- people are asked again if a later version is asked for. A constant default does not rewrite the table.
ALTER TABLE "users" ADD COLUMN "terms_version" INTEGER NOT NULL DEFAULT 1;
