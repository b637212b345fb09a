-- CreateTable
CREATE TABLE "exports" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'waiting',
    "language" TEXT NOT NULL,
    "progress" INTEGER NOT NULL DEFAULT 0,
    "part_keys" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "bytes" BIGINT NOT NULL DEFAULT 0,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "alive_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "exports_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "exports_user_id_id_idx" ON "exports"("user_id", "id" DESC);

-- CreateIndex
CREATE INDEX "exports_status_id_idx" ON "exports"("status", "id");

-- AddForeignKey
ALTER TABLE "exports" ADD CONSTRAINT "exports_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "exports" ADD CONSTRAINT "exports_status" CHECK ("status" IN ('waiting', 'running', 'ready', 'failed'));

-- Only acts of people are never one's own; without a scan of the table under an exclusive lock.
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_not_self",
  ADD CONSTRAINT "notifications_not_self" CHECK (
    "user_id" <> "actor_id" OR "kind" NOT IN ('like', 'comment', 'follow', 'mention', 'app_like', 'app_comment', 'room',
      'repost', 'quote', 'emoji')
  ) NOT VALID;
ALTER TABLE "notifications" VALIDATE CONSTRAINT "notifications_not_self";
