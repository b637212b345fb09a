-- What clients of the hosted interface send with a file, and read back.
ALTER TABLE "stored_files" ADD COLUMN "cache_control" TEXT, ADD COLUMN "metadata" JSONB;
