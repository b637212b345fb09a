-- AlterTable
ALTER TABLE "posts" ADD COLUMN "shares_app" BOOLEAN NOT NULL DEFAULT true;
