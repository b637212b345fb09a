-- CreateTable
CREATE TABLE "personal_tokens" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "token_hash" TEXT NOT NULL,
    "scopes" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "personal_tokens_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "personal_tokens_user_id_created_at_idx" ON "personal_tokens"("user_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "personal_tokens_expires_at_idx" ON "personal_tokens"("expires_at");

-- AddForeignKey
ALTER TABLE "personal_tokens" ADD CONSTRAINT "personal_tokens_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
