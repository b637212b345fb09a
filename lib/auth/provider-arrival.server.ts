import "server-only";
import { instanceSettings } from "@/lib/instance/settings.server";
import type { Arrival } from "./provider-contract";
import { readFlow } from "./provider-flow.server";
import { providerName } from "./provider-list.server";

/** What remains to be done in this browser after an OAuth flow; null if nothing. */
export async function findArrival({
  isSignedIn,
  isDone,
}: {
  isSignedIn: boolean;
  isDone: boolean;
}): Promise<Arrival | null> {
  if (isSignedIn) return isDone ? { step: "done" } : null;
  const flow = await readFlow();
  switch (flow?.step) {
    case "second_factor":
      return flow;
    case "known_address":
      return { step: "known_address", provider: providerName(flow.provider) };
    case "newcomer": {
      const { provider, email, emailVerified, username, displayName } = flow.claims;
      return {
        step: "newcomer",
        provider: providerName(provider),
        email,
        isConfirmed: emailVerified,
        username,
        displayName,
        needsInvitation: (await instanceSettings()).signups === "invitation",
      };
    }
    default:
      return null;
  }
}
