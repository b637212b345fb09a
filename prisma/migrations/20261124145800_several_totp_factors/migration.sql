-- AlterTable
ALTER TABLE "totp_factors" ADD COLUMN "id" UUID NOT NULL DEFAULT gen_random_uuid();
ALTER TABLE "totp_factors" ADD COLUMN "name" TEXT NOT NULL DEFAULT '';
ALTER TABLE "totp_factors" ADD COLUMN "last_used_at" TIMESTAMPTZ(3);
ALTER TABLE "totp_factors" DROP CONSTRAINT "totp_factors_pkey";
ALTER TABLE "totp_factors" ADD CONSTRAINT "totp_factors_pkey" PRIMARY KEY ("id");
ALTER TABLE "totp_factors" ALTER COLUMN "id" DROP DEFAULT;

-- CreateIndex
CREATE INDEX "totp_factors_user_id_created_at_idx" ON "totp_factors"("user_id", "created_at");
