-- What an app sent to a host and got from it on a day, of all people together: moderators see these sums, and never who
-- caused them. Counted from this release on.
CREATE TABLE "egress_totals" (
    "app_id" UUID NOT NULL,
    "host" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "calls" BIGINT NOT NULL,
    "bytes_up" BIGINT NOT NULL,
    "bytes_down" BIGINT NOT NULL,

    CONSTRAINT "egress_totals_pkey" PRIMARY KEY ("app_id", "host", "day"),
    CONSTRAINT "egress_totals_app_id_fkey" FOREIGN KEY ("app_id") REFERENCES "apps"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "egress_totals_day_idx" ON "egress_totals"("day");
