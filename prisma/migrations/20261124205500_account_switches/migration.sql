-- AlterTable
ALTER TABLE "users" ADD COLUMN "alt_reminder" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN "single_keys" BOOLEAN NOT NULL DEFAULT true;
