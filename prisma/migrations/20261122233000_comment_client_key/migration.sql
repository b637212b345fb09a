-- AlterTable
ALTER TABLE "comments" ADD COLUMN     "client_key" UUID;

-- CreateIndex
CREATE UNIQUE INDEX "comments_author_id_client_key_key" ON "comments"("author_id", "client_key");

-- The unique index serves queries by author too.
DROP INDEX "comments_author_id_idx";
