-- AlterTable
ALTER TABLE "app_runs" ADD COLUMN     "declined_version" TEXT;
