-- CreateTable
CREATE TABLE "post_drafts" (
    "id" UUID NOT NULL,
    "owner_id" UUID NOT NULL,
    "content" JSONB NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "post_drafts_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "post_drafts_owner_id_updated_at_idx" ON "post_drafts"("owner_id", "updated_at");

-- AddForeignKey
ALTER TABLE "post_drafts" ADD CONSTRAINT "post_drafts_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
