-- AlterTable
ALTER TABLE "app_storage" ADD COLUMN     "saves" TEXT[] DEFAULT ARRAY[]::TEXT[];
