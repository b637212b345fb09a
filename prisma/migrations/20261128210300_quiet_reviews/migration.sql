-- Whoever turned off notifications of comments on their apps gets none of the new kinds of that group either.
UPDATE "users" SET "quiet_kinds" = "quiet_kinds" || ARRAY['app_review', 'review_answer'] WHERE 'app_comment' = ANY ("quiet_kinds");
UPDATE "users" SET "quiet_push_kinds" = "quiet_push_kinds" || ARRAY['app_review', 'review_answer'] WHERE 'app_comment' = ANY ("quiet_push_kinds");
