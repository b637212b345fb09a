-- AlterTable
ALTER TABLE "post_drafts" ADD COLUMN "problem" TEXT,
ADD COLUMN "scheduled_at" TIMESTAMPTZ(3);

-- CreateIndex
CREATE INDEX "post_drafts_scheduled_at_idx" ON "post_drafts"("scheduled_at");
