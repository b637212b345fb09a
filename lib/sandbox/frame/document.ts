/** Builds the run document: a nonce, the frame's code, the headers. Pure, so that tests serve the very same document. */
import { FRAME_CODE, PROBE_CODE } from "@/lib/sandbox/generated/frame-code";
import { closedHeaders, probePolicy, runPolicies } from "@/lib/sandbox/frame/policy";
import { readRunQuery } from "@/lib/sandbox/protocol/run-query";

export interface RunDocumentRequest {
  params: URLSearchParams;
  /** Origin of the shell that asks, already known to be one of ours. */
  shell: string;
  /** Origin under which the frame itself is served. */
  self: string;
  egressOrigin: string | null;
}

export interface RunDocument {
  html: string;
  /** A list, because one name may come twice. */
  headers: [name: string, value: string][];
}

/** @returns null for an address that names anything but a run or a probe */
export function runDocument({ params, shell, self, egressOrigin }: RunDocumentRequest): RunDocument | null {
  const query = readRunQuery(params);
  if (!query) return null;
  const nonce = makeNonce();
  const policies = query.probe
    ? [probePolicy({ nonce, shell, self })]
    : runPolicies({
        nonce,
        shell,
        evaluates: query.evaluates,
        handlerHashes: query.handlerHashes,
        egressOrigin,
      });
  return {
    html: page(nonce, shell, query.probe ? PROBE_CODE : FRAME_CODE),
    headers: [
      ...policies.map((policy): [string, string] => ["content-security-policy", policy]),
      ...Object.entries(closedHeaders({ ownOrigin: shell !== self })),
    ],
  };
}

function page(nonce: string, shell: string, code: string): string {
  // `shell` is an origin as the URL parser writes it: no quote can be in it.
  return `<!DOCTYPE html><html><head><meta charset="utf-8"><title>App</title><script nonce="${nonce}" data-shell="${shell}">${code}</script></head><body></body></html>`;
}

function makeNonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(18));
  return btoa(String.fromCharCode(...bytes));
}
