-- What is done for the instance from time to time, by whichever process: when it last went well and when it failed.
CREATE TABLE "operations" (
  "name" TEXT NOT NULL,
  "succeeded_at" TIMESTAMPTZ(3),
  "failed_at" TIMESTAMPTZ(3),
  "state" JSONB NOT NULL DEFAULT '{}',

  CONSTRAINT "operations_pkey" PRIMARY KEY ("name")
);
