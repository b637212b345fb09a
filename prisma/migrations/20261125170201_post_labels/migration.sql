-- The reason for which moderators put a content warning on a post; null without one. Its author's own warning stays beside it.
ALTER TABLE "posts" ADD COLUMN "label" TEXT;
