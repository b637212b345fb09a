-- AlterTable
ALTER TABLE "app_versions" ADD COLUMN     "published_at" TIMESTAMPTZ(3);

-- The versions of published apps since their publishing, and the current one, were seen already.
UPDATE "app_versions" v SET "published_at" = v."created_at" FROM "apps" a
WHERE a."id" = v."app_id" AND a."is_public" AND (v."created_at" >= a."published_at" OR v."id" = a."current_version_id");
