-- AlterTable. Nullable: rows that moderators removed before come back without these columns.
ALTER TABLE "media" ADD COLUMN "poster_key" TEXT;
ALTER TABLE "media" ADD COLUMN "captions_key" TEXT;
ALTER TABLE "media" ADD COLUMN "playback" JSONB;

-- Sound has no size.
ALTER TABLE "media" DROP CONSTRAINT "media_size";
ALTER TABLE "media" ADD CONSTRAINT "media_size" CHECK ("width" > 0 AND "height" > 0 OR "playback" IS NOT NULL);
