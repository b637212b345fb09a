import "server-only";
import { REAUTHENTICATION_SECONDS } from "@/lib/config/limits";
import { relyingParty } from "./passkey-ceremony.server";
import { dismissOffer, wantsOffer } from "./passkey-offer-repository";
import type { Viewer } from "./viewer.server";

/**
 * The relying party if the viewer may be offered a passkey, else null: after a sign-in by password or mail, as long as it is
 * recent enough to add one, and until they have one or want to see the offer no more.
 */
export async function passkeyOfferFor(viewer: Viewer): Promise<string | null> {
  const { sessionId, via, reauthenticatedAt } = viewer;
  const party = relyingParty();
  if (!party || via !== "cookie") return null;
  // Runs with every page: no query once the sign-in is too old.
  const age = Date.now() - Number(reauthenticatedAt);
  return age < REAUTHENTICATION_SECONDS * 1_000 && (await wantsOffer(sessionId)) ? party.id : null;
}

/** On every device, for good. */
export function dismissPasskeyOffer(userId: string): Promise<void> {
  return dismissOffer(userId);
}
