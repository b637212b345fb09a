-- Whether an app may be featured in the store: somebody proposes it, and moderators decide. One row per app.
CREATE TABLE "feature_proposals" (
    "app_id" UUID NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'proposed',
    "reason" TEXT NOT NULL,
    "proposed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "answer" TEXT NOT NULL DEFAULT '',
    "decided_at" TIMESTAMPTZ(3),

    CONSTRAINT "feature_proposals_pkey" PRIMARY KEY ("app_id"),
    CONSTRAINT "feature_proposals_app_id_fkey" FOREIGN KEY ("app_id") REFERENCES "apps"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "feature_proposals_state_proposed_at_idx" ON "feature_proposals"("state", "proposed_at");
