/**
 * The headers of the run document.
 *
 * Trust model: everything that runs in the document is hostile, our own code in it included once an app has started, because
 * the two share one realm. What must hold without any of that code: no byte leaves over any network API, navigation, resource
 * or side channel; no storage, no permission, no other window is reached. So the wall is made of headers and element
 * attributes only; the code inside is there for comfort and for clear messages.
 */
import { DENIED_FEATURES } from "@/lib/sandbox/protocol/denied-features";

export interface RunPolicy {
  nonce: string;
  /** Origin of the shell that may hold the frame. */
  shell: string;
  /** The package may use eval and new Function. */
  evaluates: boolean;
  /** SHA-256 (base64) of inline handlers that may run. */
  handlerHashes: readonly string[];
  /** Where a configured egress stands; null: no connection at all. */
  egressOrigin: string | null;
}

/**
 * The two policies; a load must pass both. The first admits scripts by nonce, by hash and from blobs. The second admits
 * inline scripts and blobs but no address at all, so that an app that reads its own nonce cannot put it on a remote script.
 */
export function runPolicies({
  nonce,
  shell,
  evaluates,
  handlerHashes,
  egressOrigin,
}: RunPolicy): [string, string] {
  const evaluation = evaluates ? ["'unsafe-eval'"] : [];
  const handlers = handlerHashes.length
    ? ["'unsafe-hashes'", ...handlerHashes.map((hash) => `'sha256-${hash}'`)]
    : [];
  const first = {
    "default-src": ["'none'"],
    "script-src": [`'nonce-${nonce}'`, "blob:", "'wasm-unsafe-eval'", ...evaluation, ...handlers],
    "style-src": ["'unsafe-inline'", "blob:"],
    "img-src": ["data:", "blob:"],
    "font-src": ["data:", "blob:"],
    "media-src": ["data:", "blob:"],
    "connect-src": [egressOrigin ?? "'none'"],
    "worker-src": ["blob:"],
    "child-src": ["'none'"],
    "frame-src": ["'none'"],
    "object-src": ["'none'"],
    "base-uri": ["'none'"],
    "form-action": ["'none'"],
    webrtc: ["'block'"],
    "frame-ancestors": [shell],
    sandbox: ["allow-scripts"],
  };
  const second = {
    "default-src": ["'none'"],
    "script-src": ["'unsafe-inline'", "'wasm-unsafe-eval'", ...evaluation, "blob:", "data:"],
    "style-src": ["'unsafe-inline'", "blob:"],
    "img-src": ["data:", "blob:"],
    "font-src": ["data:", "blob:"],
    "media-src": ["data:", "blob:"],
    ...(egressOrigin ? { "connect-src": [egressOrigin] } : {}),
    "worker-src": ["blob:"],
    "base-uri": ["'none'"],
    "form-action": ["'none'"],
  };
  return [serialise(first), serialise(second)];
}

/** The policy of the probe: as closed, but one connection to ourselves, which `Connection-Allowlist` must stop. */
export function probePolicy({ nonce, shell, self }: { nonce: string; shell: string; self: string }): string {
  return serialise({
    "default-src": ["'none'"],
    "script-src": [`'nonce-${nonce}'`],
    "connect-src": [self],
    "base-uri": ["'none'"],
    "form-action": ["'none'"],
    "frame-ancestors": [shell],
    sandbox: ["allow-scripts"],
  });
}

function serialise(directives: Record<string, readonly string[]>): string {
  return Object.entries(directives)
    .map(([name, values]) => `${name} ${values.join(" ")}`)
    .join("; ");
}

/** Headers beside the policies, the same for a run and a probe. `ownOrigin`: frames have an origin of their own. */
export function closedHeaders({ ownOrigin }: { ownOrigin: boolean }): Record<string, string> {
  return {
    "content-type": "text/html; charset=utf-8",
    "connection-allowlist": "()",
    "permissions-policy": DENIED_FEATURES.map((feature) => `${feature}=()`).join(", "),
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-dns-prefetch-control": "off",
    "cache-control": "no-store",
    "cross-origin-resource-policy": ownOrigin ? "cross-origin" : "same-origin",
    "x-robots-tag": "noindex",
  };
}
