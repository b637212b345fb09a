-- What proved once who somebody is and may not do so again: authorization codes, ID tokens and messages signed by wallets.
CREATE TABLE "spent_proofs" (
    "id" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "spent_proofs_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "spent_proofs_expires_at_idx" ON "spent_proofs"("expires_at");
