-- Posts without search terms, such as those that were comments once: the cron job post-search looks for them.
CREATE INDEX IF NOT EXISTS "posts_unindexed_idx" ON "posts"("id") WHERE "search" = ''::tsvector;
