-- CreateTable
CREATE TABLE "people_lists" (
    "id" UUID NOT NULL,
    "owner_id" UUID NOT NULL,
    "name" TEXT NOT NULL,

    CONSTRAINT "people_lists_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "people_list_members" (
    "list_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "people_list_members_pkey" PRIMARY KEY ("list_id","user_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "people_lists_owner_id_name_key" ON "people_lists"("owner_id", "name");

-- CreateIndex
CREATE INDEX "people_list_members_user_id_idx" ON "people_list_members"("user_id");

-- AddForeignKey
ALTER TABLE "people_lists" ADD CONSTRAINT "people_lists_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "people_list_members" ADD CONSTRAINT "people_list_members_list_id_fkey" FOREIGN KEY ("list_id") REFERENCES "people_lists"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "people_list_members" ADD CONSTRAINT "people_list_members_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
