-- AlterTable
ALTER TABLE "push_subscriptions" ADD COLUMN "gone_at" TIMESTAMPTZ(3);
