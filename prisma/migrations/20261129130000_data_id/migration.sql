-- Which data is in use: a way back between versions changes it, so that what belongs to the other data is recognised.
ALTER TABLE "app_storage" ADD COLUMN "data_id" UUID;
ALTER TABLE "kept_app_data" ADD COLUMN "data_id" UUID;
ALTER TABLE "kept_app_data" ADD COLUMN "unchanged_since" INTEGER;
UPDATE "kept_app_data" SET "data_id" = gen_random_uuid() WHERE NOT "is_left";
