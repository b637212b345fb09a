-- An app may keep 10 MB for a person.
ALTER TABLE "app_storage"
  DROP CONSTRAINT "app_storage_bytes",
  ADD CONSTRAINT "app_storage_bytes" CHECK ("bytes" BETWEEN 0 AND 10485760);
