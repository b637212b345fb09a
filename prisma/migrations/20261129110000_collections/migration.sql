-- Collections of apps that people put together, and who saved them.

-- CreateTable
CREATE TABLE "collections" (
    "id" UUID NOT NULL,
    "owner_id" UUID NOT NULL,
    "title" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "is_public" BOOLEAN NOT NULL DEFAULT true,
    "saved_count" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "collections_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "collections_saved_count" CHECK ("saved_count" >= 0)
);

-- CreateTable
CREATE TABLE "collection_apps" (
    "collection_id" UUID NOT NULL,
    "app_id" UUID NOT NULL,
    "note" TEXT NOT NULL DEFAULT '',
    "position" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "collection_apps_pkey" PRIMARY KEY ("collection_id","app_id")
);

-- CreateTable
CREATE TABLE "collection_saves" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "collection_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "collection_saves_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "collections_owner_id_id_idx" ON "collections"("owner_id", "id" DESC);

-- CreateIndex
CREATE INDEX "collections_is_public_changed_at_id_idx" ON "collections"("is_public", "changed_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "collections_is_public_saved_count_id_idx" ON "collections"("is_public", "saved_count" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "collection_apps_app_id_collection_id_idx" ON "collection_apps"("app_id", "collection_id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "collection_saves_user_id_collection_id_key" ON "collection_saves"("user_id", "collection_id");

-- CreateIndex
CREATE INDEX "collection_saves_user_id_id_idx" ON "collection_saves"("user_id", "id" DESC);

-- CreateIndex
CREATE INDEX "collection_saves_collection_id_idx" ON "collection_saves"("collection_id");

-- AddForeignKey
ALTER TABLE "collections" ADD CONSTRAINT "collections_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "collection_apps" ADD CONSTRAINT "collection_apps_collection_id_fkey" FOREIGN KEY ("collection_id") REFERENCES "collections"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "collection_apps" ADD CONSTRAINT "collection_apps_app_id_fkey" FOREIGN KEY ("app_id") REFERENCES "apps"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "collection_saves" ADD CONSTRAINT "collection_saves_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "collection_saves" ADD CONSTRAINT "collection_saves_collection_id_fkey" FOREIGN KEY ("collection_id") REFERENCES "collections"("id") ON DELETE CASCADE ON UPDATE CASCADE;
