import "server-only";
import type { Arrival } from "./provider-contract";
import { readFlow } from "./provider-flow.server";
import { providerName } from "./provider-list.server";

/** What is left to do in this browser after the visit of a provider; null if nothing is. */
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
      };
    }
    default:
      return null;
  }
}
