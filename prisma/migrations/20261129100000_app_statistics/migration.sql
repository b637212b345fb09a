-- What makers see of the runs of their apps: counters of a day and groups of errors, none of which names a person. Counted from
-- this release on.
CREATE TABLE "app_days" (
    "app_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "runs" INTEGER NOT NULL,
    "people" INTEGER NOT NULL,
    "new_people" INTEGER NOT NULL,
    "kept" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "app_days_pkey" PRIMARY KEY ("app_id", "day"),
    CONSTRAINT "app_days_counts" CHECK ("kept" >= 0 AND "kept" <= "new_people" AND "new_people" <= "people" AND "people" <= "runs"),
    CONSTRAINT "app_days_app_id_fkey" FOREIGN KEY ("app_id") REFERENCES "apps"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "app_days_day_idx" ON "app_days"("day");

CREATE TABLE "app_version_days" (
    "app_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "version" TEXT NOT NULL,
    "runs" INTEGER NOT NULL,

    CONSTRAINT "app_version_days_pkey" PRIMARY KEY ("app_id", "day", "version"),
    CONSTRAINT "app_version_days_app_id_fkey" FOREIGN KEY ("app_id") REFERENCES "apps"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "app_version_days_day_idx" ON "app_version_days"("day");

CREATE TABLE "app_problems" (
    "app_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "version" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "message" TEXT,
    "place" TEXT,
    "reporters" TEXT[] NOT NULL DEFAULT '{}',
    "runs" INTEGER NOT NULL DEFAULT 1,
    "first_at" TIMESTAMPTZ(3) NOT NULL,
    "last_at" TIMESTAMPTZ(3) NOT NULL,
    "resolved_at" TIMESTAMPTZ(3),

    CONSTRAINT "app_problems_pkey" PRIMARY KEY ("app_id", "id", "version"),
    CONSTRAINT "app_problems_lengths" CHECK (char_length("message") <= 200 AND char_length("place") <= 200),
    CONSTRAINT "app_problems_texts" CHECK (("message" IS NULL) = ("place" IS NULL) AND ("message" IS NULL OR "reporters" = '{}')),
    CONSTRAINT "app_problems_app_id_fkey" FOREIGN KEY ("app_id") REFERENCES "apps"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "app_problems_last_at_idx" ON "app_problems"("last_at");

CREATE TABLE "app_problem_runs" (
    "run" TEXT NOT NULL,
    "problem_id" UUID NOT NULL,
    "app_id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "app_problem_runs_pkey" PRIMARY KEY ("run", "problem_id"),
    CONSTRAINT "app_problem_runs_app_id_fkey" FOREIGN KEY ("app_id") REFERENCES "apps"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "app_problem_runs_app_id_idx" ON "app_problem_runs"("app_id");
CREATE INDEX "app_problem_runs_at_idx" ON "app_problem_runs"("at");
