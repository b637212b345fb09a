import { LatePasskeyOffer } from "@/components/shell/guest-notice";
import { passkeyOfferFor } from "@/lib/auth/passkey-offer-service";
import type { Viewer } from "@/lib/auth/viewer.server";

/** Offers to add a passkey, after a sign-in without one. */
export async function PasskeyOfferSlot({ viewer }: { viewer: Viewer }) {
  const host = await passkeyOfferFor(viewer);
  return host && <LatePasskeyOffer host={host} />;
}
