-- DropIndex: an app is its id; two apps of one owner may have the same name.
DROP INDEX "apps_owner_id_name_key_key";

-- CreateIndex
CREATE INDEX "app_versions_upload_key_idx" ON "app_versions"("upload_key");
