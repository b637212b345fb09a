-- Only followers whom a private person accepted see their posts.
ALTER TABLE "users" ADD COLUMN "is_private" BOOLEAN NOT NULL DEFAULT false;
-- Lists look up the author of each row; few accounts are private, so this index stays in memory.
CREATE INDEX "users_private_idx" ON "users"("id") WHERE "is_private";

-- CreateTable
CREATE TABLE "follow_requests" (
    "follower_id" UUID NOT NULL,
    "followee_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "follow_requests_pkey" PRIMARY KEY ("follower_id","followee_id")
);
CREATE INDEX "follow_requests_followee_id_created_at_follower_id_idx" ON "follow_requests"("followee_id", "created_at" DESC, "follower_id" DESC);
ALTER TABLE "follow_requests" ADD CONSTRAINT "follow_requests_follower_id_fkey" FOREIGN KEY ("follower_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "follow_requests" ADD CONSTRAINT "follow_requests_followee_id_fkey" FOREIGN KEY ("followee_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Whoever turned off notifications of followers gets none of the new kinds of that group either.
UPDATE "users" SET "quiet_kinds" = "quiet_kinds" || ARRAY['follow_request', 'follow_accepted'] WHERE 'follow' = ANY ("quiet_kinds");
UPDATE "users" SET "quiet_push_kinds" = "quiet_push_kinds" || ARRAY['follow_request', 'follow_accepted'] WHERE 'follow' = ANY ("quiet_push_kinds");
