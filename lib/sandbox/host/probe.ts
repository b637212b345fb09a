/**
 * Detects whether this browser enforces `Connection-Allowlist`, which closes what a policy alone leaves open (WebRTC, DNS
 * lookups, preconnects). A probe frame tries one request that its policy allows and its allowlist does not.
 */
import { loadRunDocument } from "@/lib/sandbox/host/frame-link";
import { parking } from "@/lib/sandbox/host/spare-frame";
import { parseProbe } from "@/lib/sandbox/protocol/to-host";

const PROBE_TIMEOUT_MS = 5_000;
let probed: Promise<boolean> | null = null;

/** Runs the probe once per page. Returns false if there is no answer; callers then ask the user. */
export function enforcesConnectionAllowlist(): Promise<boolean> {
  probed ??= loadRunDocument(
    { parent: parking(), query: { probe: true } },
    parseProbe,
    PROBE_TIMEOUT_MS,
  ).then(
    ({ element, message }) => {
      element.remove();
      return message.enforced;
    },
    () => false,
  );
  return probed;
}
