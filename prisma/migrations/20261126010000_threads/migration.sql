-- Whether the author of a post continues it as a thread, and with which reply. Every card asks; a post has many replies.
CREATE INDEX IF NOT EXISTS "posts_own_replies_idx" ON "posts"("parent_id", "author_id", "id") WHERE "parent_id" IS NOT NULL;
