-- CreateTable
CREATE TABLE "rooms" (
    "id" UUID NOT NULL,
    "app_id" UUID NOT NULL,
    "post_id" UUID,
    "owner_id" UUID NOT NULL,
    "head" INTEGER NOT NULL DEFAULT 0,
    "compacted" INTEGER NOT NULL DEFAULT 0,
    "bytes" INTEGER NOT NULL DEFAULT 0,
    "closed_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "rooms_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "room_members" (
    "room_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "joined_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "removed_at" TIMESTAMPTZ(3),

    CONSTRAINT "room_members_pkey" PRIMARY KEY ("room_id","user_id")
);

-- CreateTable
CREATE TABLE "room_updates" (
    "room_id" UUID NOT NULL,
    "serial" INTEGER NOT NULL,
    "author_id" UUID,
    "client_key" UUID NOT NULL,
    "content" TEXT NOT NULL,
    "bytes" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "room_updates_pkey" PRIMARY KEY ("room_id","serial")
);

-- CreateTable
CREATE TABLE "room_snapshots" (
    "room_id" UUID NOT NULL,
    "serial" INTEGER NOT NULL,
    "author_id" UUID,
    "state" TEXT NOT NULL,
    "bytes" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "room_snapshots_pkey" PRIMARY KEY ("room_id","serial")
);

-- CreateIndex
CREATE UNIQUE INDEX "rooms_post_id_key" ON "rooms"("post_id");

-- CreateIndex
CREATE INDEX "rooms_app_id_idx" ON "rooms"("app_id");

-- CreateIndex
CREATE INDEX "rooms_owner_id_idx" ON "rooms"("owner_id");

-- CreateIndex
CREATE INDEX "room_members_user_id_idx" ON "room_members"("user_id");

-- CreateIndex
CREATE INDEX "room_updates_author_id_idx" ON "room_updates"("author_id");

-- CreateIndex
CREATE UNIQUE INDEX "room_updates_room_id_author_id_client_key_key" ON "room_updates"("room_id", "author_id", "client_key");

-- CreateIndex
CREATE INDEX "room_snapshots_author_id_idx" ON "room_snapshots"("author_id");

-- AddForeignKey
ALTER TABLE "rooms" ADD CONSTRAINT "rooms_app_id_fkey" FOREIGN KEY ("app_id") REFERENCES "apps"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "rooms" ADD CONSTRAINT "rooms_post_id_fkey" FOREIGN KEY ("post_id") REFERENCES "posts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "rooms" ADD CONSTRAINT "rooms_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "room_members" ADD CONSTRAINT "room_members_room_id_fkey" FOREIGN KEY ("room_id") REFERENCES "rooms"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "room_members" ADD CONSTRAINT "room_members_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "room_updates" ADD CONSTRAINT "room_updates_room_id_fkey" FOREIGN KEY ("room_id") REFERENCES "rooms"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "room_updates" ADD CONSTRAINT "room_updates_author_id_fkey" FOREIGN KEY ("author_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "room_snapshots" ADD CONSTRAINT "room_snapshots_room_id_fkey" FOREIGN KEY ("room_id") REFERENCES "rooms"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "room_snapshots" ADD CONSTRAINT "room_snapshots_author_id_fkey" FOREIGN KEY ("author_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
