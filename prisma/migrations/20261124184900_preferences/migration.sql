-- AlterTable
ALTER TABLE "users" ADD COLUMN "muted_words" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN "quiet_kinds" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN "unlisted" BOOLEAN NOT NULL DEFAULT false;
