-- CreateTable
CREATE TABLE "egress_consents" (
    "user_id" UUID NOT NULL,
    "app_id" UUID NOT NULL,
    "hosts" TEXT[],
    "granted_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "egress_consents_pkey" PRIMARY KEY ("user_id","app_id")
);

-- CreateTable
CREATE TABLE "egress_calls" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "app_id" UUID NOT NULL,
    "run_id" UUID NOT NULL,
    "request_id" TEXT NOT NULL,
    "host" TEXT NOT NULL,
    "method" TEXT NOT NULL,
    "decision" TEXT NOT NULL DEFAULT 'pending',
    "status" INTEGER,
    "bytes_up" INTEGER NOT NULL DEFAULT 0,
    "bytes_down" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "egress_calls_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "egress_consents_app_id_idx" ON "egress_consents"("app_id");

-- CreateIndex
CREATE INDEX "egress_calls_user_id_app_id_id_idx" ON "egress_calls"("user_id", "app_id", "id" DESC);

-- CreateIndex
CREATE INDEX "egress_calls_app_id_idx" ON "egress_calls"("app_id");

-- CreateIndex
CREATE UNIQUE INDEX "egress_calls_run_id_request_id_key" ON "egress_calls"("run_id", "request_id");

-- AddForeignKey
ALTER TABLE "egress_consents" ADD CONSTRAINT "egress_consents_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "egress_consents" ADD CONSTRAINT "egress_consents_app_id_fkey" FOREIGN KEY ("app_id") REFERENCES "apps"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "egress_calls" ADD CONSTRAINT "egress_calls_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "egress_calls" ADD CONSTRAINT "egress_calls_app_id_fkey" FOREIGN KEY ("app_id") REFERENCES "apps"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "egress_calls"
  ADD CONSTRAINT "egress_calls_bytes" CHECK ("bytes_up" >= 0 AND "bytes_down" >= 0),
  ADD CONSTRAINT "egress_calls_request_id" CHECK (char_length("request_id") BETWEEN 1 AND 64);
