-- DropIndex
DROP INDEX "apps_is_public_id_idx";

-- AlterTable
ALTER TABLE "app_runs" ADD COLUMN     "trended_at" TIMESTAMPTZ(3),
ADD COLUMN     "version" TEXT;

-- AlterTable
ALTER TABLE "app_storage" DROP COLUMN "data",
ALTER COLUMN "bytes" SET DEFAULT 0,
ALTER COLUMN "revision" SET DEFAULT 0;

-- AlterTable
ALTER TABLE "app_versions" ADD COLUMN     "upload_key" UUID;

-- AlterTable
ALTER TABLE "apps" ADD COLUMN     "deleted_at" TIMESTAMPTZ(3),
ADD COLUMN     "deleted_share_id" TEXT,
ADD COLUMN     "popularity" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "search" tsvector NOT NULL DEFAULT ''::tsvector,
ADD COLUMN     "trending_score" DOUBLE PRECISION NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "app_storage_entries" (
    "user_id" UUID NOT NULL,
    "app_id" UUID NOT NULL,
    "area" TEXT NOT NULL,
    "key_hash" BYTEA NOT NULL,
    "key" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "bytes" INTEGER NOT NULL,

    CONSTRAINT "app_storage_entries_pkey" PRIMARY KEY ("user_id","app_id","area","key_hash")
);

-- CreateIndex
CREATE UNIQUE INDEX "app_versions_app_id_upload_key_key" ON "app_versions"("app_id", "upload_key");

-- CreateIndex
CREATE INDEX "apps_is_public_published_at_id_idx" ON "apps"("is_public", "published_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "apps_is_public_popularity_id_idx" ON "apps"("is_public", "popularity" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "apps_is_public_trending_score_id_idx" ON "apps"("is_public", "trending_score" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "apps_is_public_name_key_id_idx" ON "apps"("is_public", "name_key", "id");

-- CreateIndex
CREATE INDEX "apps_search_idx" ON "apps" USING GIN ("search");

-- CreateIndex
CREATE INDEX "apps_deleted_at_idx" ON "apps"("deleted_at");

-- AddForeignKey
ALTER TABLE "app_storage_entries" ADD CONSTRAINT "app_storage_entries_user_id_app_id_fkey" FOREIGN KEY ("user_id", "app_id") REFERENCES "app_storage"("user_id", "app_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Rows of before: their order in the store, and what is searched (the next edit fills it completely)
UPDATE "apps" SET
  "popularity" = 3 * "likes_count" + "users_count",
  "trending_score" = extract(epoch FROM ("created_at" - TIMESTAMPTZ '2026-01-01T00:00:00Z')) / (3 * 86400);

-- Checks that the schema language cannot express
ALTER TABLE "apps"
  -- An app whose deletion can still be taken back is shown to nobody.
  ADD CONSTRAINT "apps_deleted_not_public" CHECK ("deleted_at" IS NULL OR NOT "is_public"),
  ADD CONSTRAINT "apps_popularity" CHECK ("popularity" >= 0);
ALTER TABLE "app_storage_entries"
  ADD CONSTRAINT "app_storage_entries_area" CHECK ("area" IN ('local', 'cookies', 'databases', 'values')),
  ADD CONSTRAINT "app_storage_entries_bytes" CHECK ("bytes" >= 0);
