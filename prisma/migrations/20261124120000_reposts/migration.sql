-- DropIndex
DROP INDEX "likes_post_id_idx";

-- AlterTable
ALTER TABLE "posts" ADD COLUMN "quote_id" UUID,
ADD COLUMN "quotes_count" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN "reposts_count" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "reposts" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "post_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "reposts_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "reposts_user_id_id_idx" ON "reposts"("user_id", "id" DESC);

-- CreateIndex
CREATE INDEX "reposts_post_id_created_at_user_id_idx" ON "reposts"("post_id", "created_at" DESC, "user_id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "reposts_user_id_post_id_key" ON "reposts"("user_id", "post_id");

-- CreateIndex
CREATE INDEX "likes_post_id_created_at_user_id_idx" ON "likes"("post_id", "created_at" DESC, "user_id" DESC);

-- CreateIndex
CREATE INDEX "posts_quote_id_id_idx" ON "posts"("quote_id", "id" DESC);

-- AddForeignKey
ALTER TABLE "reposts" ADD CONSTRAINT "reposts_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "reposts" ADD CONSTRAINT "reposts_post_id_fkey" FOREIGN KEY ("post_id") REFERENCES "posts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What the schema language cannot say
ALTER TABLE "notifications"
  DROP CONSTRAINT "notifications_kind",
  ADD CONSTRAINT "notifications_kind" CHECK (
    "kind" IN ('like', 'comment', 'follow', 'mention', 'app_like', 'app_comment', 'room', 'repost', 'quote')
  );
ALTER TABLE "posts" ADD CONSTRAINT "posts_shared_counts" CHECK ("reposts_count" >= 0 AND "quotes_count" >= 0);
