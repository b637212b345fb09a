-- The language of push messages and mails follows the browser that a person uses.
-- AlterTable
ALTER TABLE "sessions" ADD COLUMN "language" TEXT;

-- AlterTable
ALTER TABLE "users" ADD COLUMN "language" TEXT;
