-- AlterTable
ALTER TABLE "notifications" ADD COLUMN "room_id" UUID,
ADD COLUMN "text" TEXT,
ADD COLUMN "href" TEXT;

-- AlterTable
ALTER TABLE "room_members" ADD COLUMN "is_muted" BOOLEAN NOT NULL DEFAULT false;

-- CreateIndex
CREATE INDEX "notifications_room_id_idx" ON "notifications"("room_id");

-- AddForeignKey
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_room_id_fkey" FOREIGN KEY ("room_id") REFERENCES "rooms"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What the schema language cannot say
ALTER TABLE "notifications"
  DROP CONSTRAINT "notifications_kind",
  ADD CONSTRAINT "notifications_kind" CHECK (
    "kind" IN ('like', 'comment', 'follow', 'mention', 'app_like', 'app_comment', 'room')
  );
