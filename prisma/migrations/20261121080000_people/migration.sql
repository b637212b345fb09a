-- AlterTable
ALTER TABLE "posts" ADD COLUMN     "search" tsvector NOT NULL DEFAULT ''::tsvector;

-- AlterTable
ALTER TABLE "users" ADD COLUMN     "search" tsvector NOT NULL DEFAULT ''::tsvector;

-- CreateIndex
CREATE INDEX "notifications_user_id_read_at_idx" ON "notifications"("user_id", "read_at");

-- CreateIndex
CREATE INDEX "posts_search_idx" ON "posts" USING GIN ("search");

-- CreateIndex
CREATE INDEX "users_search_idx" ON "users" USING GIN ("search");
