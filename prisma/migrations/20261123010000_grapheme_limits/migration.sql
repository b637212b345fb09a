-- Limits count graphemes, which the application checks; these bound the code points, 32 for each (lib/shared/visible-text.ts).
ALTER TABLE "users"
  DROP CONSTRAINT "users_username_length",
  DROP CONSTRAINT "users_display_name_length",
  DROP CONSTRAINT "users_bio_length",
  ADD CONSTRAINT "users_username_length" CHECK (char_length("username") BETWEEN 1 AND 60),
  ADD CONSTRAINT "users_display_name_length" CHECK (char_length("display_name") <= 1600),
  ADD CONSTRAINT "users_bio_length" CHECK (char_length("bio") <= 16000);
ALTER TABLE "posts"
  DROP CONSTRAINT "posts_body_length",
  ADD CONSTRAINT "posts_body_length" CHECK (char_length("body") <= 160000);
ALTER TABLE "comments"
  DROP CONSTRAINT "comments_content_length",
  ADD CONSTRAINT "comments_content_length" CHECK (char_length("content") BETWEEN 1 AND 64000);
ALTER TABLE "apps"
  DROP CONSTRAINT "apps_name_length",
  ADD CONSTRAINT "apps_name_length" CHECK (char_length("name") BETWEEN 1 AND 1024);
