import type { AppFrameProps } from "@/components/sandbox/app-frame-types";
import { api } from "@/lib/client/api/client";
import type { EgressResponse } from "@/lib/contracts/egress";

/** How an app's `gum.fetch` reaches the server's proxy. The token names the run; the frame never sees it. */
export function egressOf(runToken: () => Promise<string>): NonNullable<AppFrameProps["egress"]> {
  return async (call, signal) =>
    api<EgressResponse>("/egress", {
      method: "POST",
      body: { ...call, type: "egress", runToken: await runToken() },
      signal,
    });
}
