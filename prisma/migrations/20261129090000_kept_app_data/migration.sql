-- What an app had stored for a person when the version that they run changed.
CREATE TABLE "kept_app_data" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "app_id" UUID NOT NULL,
    "version" TEXT NOT NULL,
    "bytes" INTEGER NOT NULL,
    "is_left" BOOLEAN NOT NULL DEFAULT false,
    "kept_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "kept_app_data_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "kept_app_data_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "kept_app_data_app_id_fkey" FOREIGN KEY ("app_id") REFERENCES "apps"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "kept_app_data_user_id_app_id_idx" ON "kept_app_data"("user_id", "app_id");
CREATE INDEX "kept_app_data_app_id_version_idx" ON "kept_app_data"("app_id", "version");
CREATE INDEX "kept_app_data_kept_at_idx" ON "kept_app_data"("kept_at");

CREATE TABLE "kept_app_entries" (
    "kept_id" UUID NOT NULL,
    "area" TEXT NOT NULL,
    "key_hash" BYTEA NOT NULL,
    "key" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "bytes" INTEGER NOT NULL,

    CONSTRAINT "kept_app_entries_pkey" PRIMARY KEY ("kept_id", "area", "key_hash"),
    CONSTRAINT "kept_app_entries_kept_id_fkey" FOREIGN KEY ("kept_id") REFERENCES "kept_app_data"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
