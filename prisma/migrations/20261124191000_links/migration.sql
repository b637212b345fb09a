-- AlterTable
ALTER TABLE "posts" ADD COLUMN "link_id" UUID;

-- CreateTable
CREATE TABLE "links" (
    "id" UUID NOT NULL,
    "url" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "image_key" TEXT,
    "image_width" INTEGER,
    "image_height" INTEGER,
    "image_alt" TEXT NOT NULL DEFAULT '',
    "read_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "links_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "links_url_key" ON "links"("url");

-- Posts without a card, which are most, cost it nothing.
CREATE INDEX "posts_link_id_idx" ON "posts"("link_id") WHERE "link_id" IS NOT NULL;
