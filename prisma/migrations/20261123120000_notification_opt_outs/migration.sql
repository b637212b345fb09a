-- CreateTable
CREATE TABLE "notification_opt_outs" (
    "user_id" UUID NOT NULL,
    "app_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "notification_opt_outs_pkey" PRIMARY KEY ("user_id","app_id")
);

-- CreateIndex
CREATE INDEX "notification_opt_outs_app_id_idx" ON "notification_opt_outs"("app_id");

-- AddForeignKey
ALTER TABLE "notification_opt_outs" ADD CONSTRAINT "notification_opt_outs_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notification_opt_outs" ADD CONSTRAINT "notification_opt_outs_app_id_fkey" FOREIGN KEY ("app_id") REFERENCES "apps"("id") ON DELETE CASCADE ON UPDATE CASCADE;
