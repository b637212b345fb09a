-- When somebody wanted to see the offer to add a passkey no more, on any device.
ALTER TABLE "users" ADD COLUMN "passkey_offer_dismissed_at" TIMESTAMPTZ(3);
