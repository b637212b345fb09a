import type { Manifest } from "@/lib/package/manifest-contract";
import { LaunchError } from "@/lib/sandbox/host/launch-error";
import { goesBeyondDisplay } from "@/lib/sandbox/host/permissions";
import { enforcesConnectionAllowlist } from "@/lib/sandbox/host/probe";
import type { RunnerOptions } from "@/lib/sandbox/host/runner-options";

/** @throws LaunchError if the user declines to run this app in a browser that may leak data */
export async function requireLeakConsent(
  manifest: Manifest,
  { leaks, ui }: Pick<RunnerOptions, "leaks" | "ui">,
): Promise<void> {
  if (!goesBeyondDisplay(manifest) || leaks.accepted() || (await enforcesConnectionAllowlist())) return;
  if (!(await ui.allow({ kind: "leaks" })))
    throw new LaunchError("declined", "The app was not allowed to run in this browser.");
  leaks.accept();
}
