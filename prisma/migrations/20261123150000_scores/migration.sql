-- CreateTable
CREATE TABLE "scores" (
    "id" UUID NOT NULL,
    "app_id" UUID NOT NULL,
    "board" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "period" TEXT NOT NULL,
    "user_id" UUID NOT NULL,
    "value" DOUBLE PRECISION NOT NULL,
    "place" DOUBLE PRECISION NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "scores_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "score_runs" (
    "id" UUID NOT NULL,
    "app_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "version" TEXT NOT NULL,
    "seed" BIGINT NOT NULL,
    "last_call" INTEGER NOT NULL DEFAULT 0,
    "log_chars" INTEGER NOT NULL DEFAULT 0,
    "log_hash" TEXT NOT NULL DEFAULT '',
    "started_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "score_runs_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "scores_app_id_board_kind_period_place_id_idx" ON "scores"("app_id", "board", "kind", "period", "place", "id");

-- CreateIndex
CREATE INDEX "scores_user_id_idx" ON "scores"("user_id");

-- CreateIndex
CREATE INDEX "scores_period_idx" ON "scores"("period");

-- CreateIndex
CREATE UNIQUE INDEX "scores_app_id_board_kind_period_user_id_key" ON "scores"("app_id", "board", "kind", "period", "user_id");

-- CreateIndex
CREATE INDEX "score_runs_app_id_idx" ON "score_runs"("app_id");

-- CreateIndex
CREATE INDEX "score_runs_user_id_idx" ON "score_runs"("user_id");

-- CreateIndex
CREATE INDEX "score_runs_started_at_idx" ON "score_runs"("started_at");

-- AddForeignKey
ALTER TABLE "scores" ADD CONSTRAINT "scores_app_id_fkey" FOREIGN KEY ("app_id") REFERENCES "apps"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "scores" ADD CONSTRAINT "scores_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "score_runs" ADD CONSTRAINT "score_runs_app_id_fkey" FOREIGN KEY ("app_id") REFERENCES "apps"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "score_runs" ADD CONSTRAINT "score_runs_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
