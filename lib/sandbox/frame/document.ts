/** Builds the run document: a nonce, the frame's code and the headers. Pure, so that tests can serve the same document. */
import { createHash } from "node:crypto";
import { FRAME_CODE, GUARD_CODE, PROBE_CODE } from "@/lib/sandbox/generated/frame-code";
import { closedHeaders, probePolicy, runPolicies } from "@/lib/sandbox/frame/policy";
import { NO_FLAGS, readRunQuery } from "@/lib/sandbox/protocol/run-query";

export interface RunDocumentRequest {
  params: URLSearchParams;
  /** Origin of the requesting shell; the caller has checked that it is one of ours. */
  shell: string;
  /** Origin under which the frame itself is served. */
  self: string;
  egressOrigin: string | null;
}

export interface RunDocument {
  html: string;
  /** A list, because a name may occur twice. */
  headers: [name: string, value: string][];
}

/** @returns null when the query describes neither a run nor a probe */
export function runDocument({ params, shell, self, egressOrigin }: RunDocumentRequest): RunDocument | null {
  const query = readRunQuery(params);
  if (!query) return null;
  const isKept = !query.probe && query.kept !== undefined;
  if (isKept && query.kept !== runVersion(egressOrigin)) return null;
  const nonce = makeNonce();
  const policies = query.probe
    ? [probePolicy({ nonce, shell, self })]
    : runPolicies({ ...query, nonce, shell, egressOrigin });
  return {
    html: query.probe
      ? renderPage(nonce, shell, PROBE_CODE)
      : renderPage(nonce, shell, FRAME_CODE, GUARD_CODE),
    headers: [
      ...policies.map((policy): [string, string] => ["content-security-policy", policy]),
      ...Object.entries(closedHeaders({ ownOrigin: shell !== self, isKept })),
    ],
  };
}

const versions = new Map<string | null, string>();

/** Changes with everything that a kept document would miss: its code, and its policies but for the shell's own origin. */
export function runVersion(egressOrigin: string | null): string {
  const known = versions.get(egressOrigin);
  if (known) return known;
  const policies = runPolicies({ ...NO_FLAGS, nonce: "", shell: "", egressOrigin });
  const headers = closedHeaders({ ownOrigin: true, isKept: true });
  const hash = createHash("sha256").update(JSON.stringify([FRAME_CODE, GUARD_CODE, policies, headers]));
  const version = hash.digest("base64url").slice(0, 22);
  versions.set(egressOrigin, version);
  return version;
}

function renderPage(nonce: string, shell: string, code: string, guard?: string): string {
  const first = guard ? `<script nonce="${nonce}" data-run>${guard}</script>` : "";
  // `shell` is an origin serialised by the URL parser, so it cannot contain a quote.
  return `<!DOCTYPE html><html><head><meta charset="utf-8"><title>App</title>${first}<script nonce="${nonce}" data-shell="${shell}">${code}</script></head><body></body></html>`;
}

function makeNonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(18));
  return btoa(String.fromCharCode(...bytes));
}
