import "server-only";
import { REAUTHENTICATION_SECONDS } from "@/lib/config/limits";
import { relyingParty } from "./passkey-ceremony.server";
import { dismissOffer, wantsOffer } from "./passkey-offer-repository";
import type { Viewer } from "./viewer.server";

/**
 * The relying party if the viewer may be offered a passkey, else null: after a sign-in by password or mail, as long as it is
 * recent enough to add one, and until they have one or want to see the offer no more.
 */
export async function passkeyOfferFor({ sessionId, via }: Viewer): Promise<string | null> {
  const party = relyingParty();
  if (!party || via !== "cookie") return null;
  const since = new Date(Date.now() - REAUTHENTICATION_SECONDS * 1_000);
  return (await wantsOffer(sessionId, since)) ? party.id : null;
}

/** On every device, for good. */
export function dismissPasskeyOffer(userId: string): Promise<void> {
  return dismissOffer(userId);
}
