-- Collections are found by the words of their title and description. A migration cannot make search terms: the cron job
-- collection-search does, also for those that processes of the release before this one make.
ALTER TABLE "collections" ADD COLUMN "search" tsvector NOT NULL DEFAULT ''::tsvector;
CREATE INDEX IF NOT EXISTS "collections_search_idx" ON "collections" USING GIN ("search");
CREATE INDEX IF NOT EXISTS "collections_unindexed_idx" ON "collections" ("id") WHERE "search" = ''::tsvector;
