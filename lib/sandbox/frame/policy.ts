/**
 * The headers of the run document.
 *
 * Trust model: everything that runs in the document is hostile. That includes our own code once an app has started, because
 * the two share a realm. Without relying on any of that code, the following must hold: no byte leaves through a network API,
 * navigation, resource load or side channel, and no storage, permission or other window can be reached. The boundary
 * therefore consists of headers and element attributes only; the code inside exists for compatibility and clear messages.
 * Browsers that do not enforce `Connection-Allowlist` leave some ways open; there the guard closes those that are known, and
 * the person is asked before an app runs that does more than show something.
 */
import { DENIED_FEATURES } from "@/lib/sandbox/protocol/denied-features";
import type { RunFlags } from "@/lib/sandbox/protocol/run-query";

const KEPT_SECONDS = 30 * 24 * 60 * 60;

export interface RunPolicy extends RunFlags {
  nonce: string;
  /** Origin of the shell that may embed the frame. */
  shell: string;
  /** Origin of the configured egress proxy; null allows no connection at all. */
  egressOrigin: string | null;
}

/**
 * The two policies; a load must pass both. The first allows scripts by nonce, by hash and from blobs. The second allows
 * inline scripts and blobs but no host at all, so an app that reads its own nonce cannot use it for a remote script.
 */
export function runPolicies({
  nonce,
  shell,
  evaluates,
  anyHandler,
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
    ...(anyHandler ? { "script-src-attr": ["'unsafe-inline'"] } : {}),
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

/** The probe's policy: just as strict, except for a connection to our own origin, which `Connection-Allowlist` must block. */
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

/**
 * Headers sent with the policies, the same for a run and a probe.
 * @param ownOrigin frames are served from a separate origin
 * @param isKept the browser may open the document again without a connection
 */
export function closedHeaders({
  ownOrigin,
  isKept,
}: {
  ownOrigin: boolean;
  isKept: boolean;
}): Record<string, string> {
  return {
    "content-type": "text/html; charset=utf-8",
    "connection-allowlist": "()",
    "permissions-policy": DENIED_FEATURES.map((feature) => `${feature}=()`).join(", "),
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-dns-prefetch-control": "off",
    "cache-control": isKept ? `private, max-age=${KEPT_SECONDS}, immutable` : "no-store",
    "cross-origin-resource-policy": ownOrigin ? "cross-origin" : "same-origin",
    "x-robots-tag": "noindex",
  };
}
