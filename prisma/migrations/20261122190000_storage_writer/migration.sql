-- AlterTable
ALTER TABLE "app_storage" ADD COLUMN     "is_open" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "writer" TEXT,
ADD COLUMN     "writer_since" INTEGER NOT NULL DEFAULT 0;
