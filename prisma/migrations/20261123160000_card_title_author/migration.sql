-- AlterTable
ALTER TABLE "room_cards" ADD COLUMN "title_author_id" UUID;

-- CreateIndex
CREATE INDEX "room_cards_title_author_id_idx" ON "room_cards"("title_author_id");

-- AddForeignKey
ALTER TABLE "room_cards" ADD CONSTRAINT "room_cards_title_author_id_fkey" FOREIGN KEY ("title_author_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
