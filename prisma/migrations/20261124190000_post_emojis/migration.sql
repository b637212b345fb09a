-- AlterTable
ALTER TABLE "posts" ADD COLUMN "emojis" JSONB NOT NULL DEFAULT '{}';

-- CreateTable
CREATE TABLE "post_emojis" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "post_id" UUID NOT NULL,
    "emoji" TEXT NOT NULL,

    CONSTRAINT "post_emojis_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "post_emojis_user_id_post_id_emoji_key" ON "post_emojis"("user_id", "post_id", "emoji");

-- CreateIndex
CREATE INDEX "post_emojis_post_id_id_idx" ON "post_emojis"("post_id", "id" DESC);

-- AddForeignKey
ALTER TABLE "post_emojis" ADD CONSTRAINT "post_emojis_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "post_emojis" ADD CONSTRAINT "post_emojis_post_id_fkey" FOREIGN KEY ("post_id") REFERENCES "posts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- lib/notifications/rules.ts names the kinds.
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_kind";
