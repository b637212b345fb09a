/**
 * Detects whether this browser enforces `Connection-Allowlist`, which closes what a policy alone leaves open (WebRTC, DNS
 * lookups, preconnects). A probe frame tries one request that its policy allows and its allowlist does not.
 */
import { ALLOWLIST_ENFORCED_KEY } from "@/lib/config/storage-keys";
import { loadRunDocument } from "@/lib/sandbox/host/frame-link";
import { parking } from "@/lib/sandbox/host/spare-frame";
import { parseProbe } from "@/lib/sandbox/protocol/to-host";

const PROBE_TIMEOUT_MS = 5_000;
let probed: Promise<boolean> | null = null;

function isKnownToEnforce(): boolean {
  try {
    return localStorage.getItem(ALLOWLIST_ENFORCED_KEY) === navigator.userAgent;
  } catch {
    return false;
  }
}

function remember(enforced: boolean): void {
  try {
    if (enforced) localStorage.setItem(ALLOWLIST_ENFORCED_KEY, navigator.userAgent);
    else localStorage.removeItem(ALLOWLIST_ENFORCED_KEY);
  } catch {
    // Without storage the person is asked.
  }
}

/**
 * Runs the probe once per page; without a connection, the last one of this browser version counts. Returns false if
 * nothing is known; callers then ask the user.
 */
export async function enforcesConnectionAllowlist(): Promise<boolean> {
  if (!navigator.onLine && isKnownToEnforce()) return true;
  probed ??= loadRunDocument(
    { parent: parking(), query: { probe: true } },
    parseProbe,
    PROBE_TIMEOUT_MS,
  ).then(({ element, message }) => {
    element.remove();
    remember(message.enforced);
    return message.enforced;
  }, isKnownToEnforce);
  return probed;
}
