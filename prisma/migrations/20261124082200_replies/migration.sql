-- AlterTable
ALTER TABLE "posts" ADD COLUMN "parent_id" UUID,
ADD COLUMN "root_id" UUID;

-- Comments on posts become replies, which are posts with a parent. They keep their ids.
INSERT INTO "posts" ("id", "author_id", "body", "render", "client_key", "parent_id", "root_id", "created_at")
SELECT c."id", c."author_id", c."content",
       jsonb_build_object('mode', 'template', 'templateId', 'tpl_default', 'slots', jsonb_build_object(
         'title', left(regexp_replace(btrim(c."content"), '\s*\n\s*', ' ', 'g'), 50))),
       CASE WHEN NOT EXISTS (
         SELECT 1 FROM "posts" p WHERE p."author_id" = c."author_id" AND p."client_key" = c."client_key")
       THEN c."client_key" END,
       c."post_id", c."post_id", c."created_at"
FROM "comments" c WHERE c."post_id" IS NOT NULL;
UPDATE "notifications" n SET "post_id" = c."id", "comment_id" = NULL
FROM "comments" c WHERE c."id" = n."comment_id" AND c."post_id" IS NOT NULL;
DELETE FROM "comments" WHERE "post_id" IS NOT NULL;

-- AlterTable
ALTER TABLE "comments" DROP CONSTRAINT "comments_one_subject",
DROP COLUMN "post_id",
ALTER COLUMN "app_id" SET NOT NULL;

-- CreateIndex
CREATE INDEX "posts_parent_id_id_idx" ON "posts"("parent_id", "id");

-- CreateIndex
CREATE INDEX "likes_user_id_created_at_idx" ON "likes"("user_id", "created_at" DESC);

-- What the schema language cannot say
ALTER TABLE "posts" ADD CONSTRAINT "posts_reply" CHECK (("parent_id" IS NULL) = ("root_id" IS NULL));
-- Feeds leave replies out.
CREATE INDEX "posts_top_level_idx" ON "posts"("id" DESC) WHERE "parent_id" IS NULL;
CREATE INDEX "posts_author_top_level_idx" ON "posts"("author_id", "id" DESC) WHERE "parent_id" IS NULL;
