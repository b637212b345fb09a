-- AlterTable
ALTER TABLE "rooms" ADD COLUMN "is_card_hidden" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "room_cards" (
    "room_id" UUID NOT NULL,
    "author_id" UUID,
    "is_derived" BOOLEAN NOT NULL DEFAULT false,
    "serial" INTEGER NOT NULL DEFAULT 0,
    "version" INTEGER NOT NULL DEFAULT 1,
    "content" JSONB,
    "people" UUID[] DEFAULT ARRAY[]::UUID[],
    "picture" BYTEA,
    "picture_hash" TEXT,
    "picture_width" INTEGER,
    "picture_height" INTEGER,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "room_cards_pkey" PRIMARY KEY ("room_id")
);

-- CreateIndex
CREATE INDEX "room_cards_author_id_idx" ON "room_cards"("author_id");

-- AddForeignKey
ALTER TABLE "room_cards" ADD CONSTRAINT "room_cards_room_id_fkey" FOREIGN KEY ("room_id") REFERENCES "rooms"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "room_cards" ADD CONSTRAINT "room_cards_author_id_fkey" FOREIGN KEY ("author_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
