-- CreateTable
CREATE TABLE "digests" (
    "user_id" UUID NOT NULL,
    "every" TEXT NOT NULL,
    "time_zone" TEXT NOT NULL,
    "language" TEXT NOT NULL,
    "next_at" TIMESTAMPTZ(3) NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "digests_pkey" PRIMARY KEY ("user_id")
);

-- CreateIndex
CREATE INDEX "digests_next_at_idx" ON "digests"("next_at");

-- AddForeignKey
ALTER TABLE "digests" ADD CONSTRAINT "digests_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "digests" ADD CONSTRAINT "digests_every" CHECK ("every" IN ('daily', 'weekly'));
