-- AlterTable
ALTER TABLE "apps" ADD COLUMN     "comments_count" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "noindex" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "comments" ADD COLUMN     "app_id" UUID,
ALTER COLUMN "post_id" DROP NOT NULL;

-- CreateTable
CREATE TABLE "partial_uploads" (
    "id" UUID NOT NULL,
    "owner_id" UUID NOT NULL,
    "bytes" INTEGER NOT NULL,
    "received" INTEGER NOT NULL DEFAULT 0,
    "part_keys" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "partial_uploads_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "partial_uploads_owner_id_idx" ON "partial_uploads"("owner_id");

-- CreateIndex
CREATE INDEX "partial_uploads_created_at_idx" ON "partial_uploads"("created_at");

-- CreateIndex
CREATE INDEX "comments_app_id_id_idx" ON "comments"("app_id", "id");

-- AddForeignKey
ALTER TABLE "partial_uploads" ADD CONSTRAINT "partial_uploads_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "comments" ADD CONSTRAINT "comments_app_id_fkey" FOREIGN KEY ("app_id") REFERENCES "apps"("id") ON DELETE CASCADE ON UPDATE CASCADE;


-- Checks that the schema language cannot express
ALTER TABLE "notifications"
  DROP CONSTRAINT "notifications_kind",
  ADD CONSTRAINT "notifications_kind" CHECK (
    "kind" IN ('like', 'comment', 'follow', 'mention', 'app_like', 'app_comment'));
ALTER TABLE "comments"
  ADD CONSTRAINT "comments_one_subject" CHECK (num_nonnulls("post_id", "app_id") = 1);
ALTER TABLE "apps"
  ADD CONSTRAINT "apps_comments_count" CHECK ("comments_count" >= 0);
ALTER TABLE "partial_uploads"
  ADD CONSTRAINT "partial_uploads_bytes" CHECK ("bytes" > 0 AND "received" BETWEEN 0 AND "bytes");
