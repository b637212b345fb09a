-- CreateTable
CREATE TABLE "post_moments" (
    "post_id" UUID NOT NULL,
    "app_id" UUID NOT NULL,
    "state" TEXT NOT NULL,
    "href" TEXT NOT NULL DEFAULT '',
    "alt" TEXT NOT NULL DEFAULT '',
    "picture" BYTEA,
    "picture_hash" TEXT,
    "picture_width" INTEGER,
    "picture_height" INTEGER,

    CONSTRAINT "post_moments_pkey" PRIMARY KEY ("post_id")
);

-- CreateIndex
CREATE INDEX "post_moments_app_id_idx" ON "post_moments"("app_id");

-- AddForeignKey
ALTER TABLE "post_moments" ADD CONSTRAINT "post_moments_post_id_fkey" FOREIGN KEY ("post_id") REFERENCES "posts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "post_moments" ADD CONSTRAINT "post_moments_app_id_fkey" FOREIGN KEY ("app_id") REFERENCES "apps"("id") ON DELETE CASCADE ON UPDATE CASCADE;
