-- What an app was made with: as people read it by version, and on the app what the store filters by. Versions from before this
-- release have none until the next upload.
ALTER TABLE "app_versions" ADD COLUMN "made_with" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[];
ALTER TABLE "apps" ADD COLUMN "made_with_keys" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[];
CREATE INDEX IF NOT EXISTS "apps_made_with_keys_idx" ON "apps" USING GIN ("made_with_keys");
