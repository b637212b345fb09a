-- AlterTable
ALTER TABLE "posts" ADD COLUMN "edited_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "post_versions" (
    "id" UUID NOT NULL,
    "post_id" UUID NOT NULL,
    "body" TEXT NOT NULL,
    "warning" TEXT NOT NULL,
    "written_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "post_versions_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "post_versions_post_id_id_idx" ON "post_versions"("post_id", "id" DESC);

-- AddForeignKey
ALTER TABLE "post_versions" ADD CONSTRAINT "post_versions_post_id_fkey" FOREIGN KEY ("post_id") REFERENCES "posts"("id") ON DELETE CASCADE ON UPDATE CASCADE;
