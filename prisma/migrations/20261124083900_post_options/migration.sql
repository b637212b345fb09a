-- AlterTable
ALTER TABLE "posts" ADD COLUMN "reply_policy" TEXT NOT NULL DEFAULT 'everyone',
ADD COLUMN "reply_allowed" UUID[] NOT NULL DEFAULT ARRAY[]::UUID[],
ADD COLUMN "warning" TEXT NOT NULL DEFAULT '',
ADD COLUMN "sensitive" BOOLEAN NOT NULL DEFAULT false;

-- What the schema language cannot say
ALTER TABLE "posts"
  ADD CONSTRAINT "posts_reply_policy" CHECK ("reply_policy" IN ('everyone', 'following', 'mentioned', 'nobody')),
  ADD CONSTRAINT "posts_warning_length" CHECK (char_length("warning") <= 3200);
