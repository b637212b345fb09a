-- CreateTable
CREATE TABLE "profile_consents" (
    "user_id" UUID NOT NULL,
    "app_id" UUID NOT NULL,
    "granted_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "profile_consents_pkey" PRIMARY KEY ("user_id","app_id")
);

-- CreateIndex
CREATE INDEX "profile_consents_app_id_idx" ON "profile_consents"("app_id");

-- AddForeignKey
ALTER TABLE "profile_consents" ADD CONSTRAINT "profile_consents_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "profile_consents" ADD CONSTRAINT "profile_consents_app_id_fkey" FOREIGN KEY ("app_id") REFERENCES "apps"("id") ON DELETE CASCADE ON UPDATE CASCADE;
