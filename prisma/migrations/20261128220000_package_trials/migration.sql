-- What was found when a browser of the server opened a package once.
CREATE TABLE "package_trials" (
    "package_sha256" TEXT NOT NULL,
    "allowances" TEXT NOT NULL,
    "outcome" TEXT NOT NULL,
    "cause" TEXT,
    "facts" JSONB NOT NULL,
    "desktop_key" TEXT,
    "phone_key" TEXT,
    "tried_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "package_trials_pkey" PRIMARY KEY ("package_sha256", "allowances")
);
