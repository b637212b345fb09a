-- AlterTable
ALTER TABLE "posts" ADD COLUMN "imported_at" TIMESTAMPTZ(3);
