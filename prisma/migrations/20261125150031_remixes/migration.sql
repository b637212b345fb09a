-- The app that an app was made from. No foreign key: the id stays when the original is deleted, so that the copy is still
-- shown as one.
ALTER TABLE "apps" ADD COLUMN "remixed_from_id" UUID;
CREATE INDEX "apps_remixed_from_id_id_idx" ON "apps"("remixed_from_id", "id" DESC);
