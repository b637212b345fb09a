import "server-only";
import { lookup } from "node:dns/promises";
import { request as httpsRequest } from "node:https";
import type { IncomingMessage } from "node:http";
import { addAbortSignal, pipeline, type Duplex, type Readable } from "node:stream";
import { connect } from "node:tls";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { inSpan } from "@/lib/infra/tracing";
import {
  checkTarget,
  EGRESS_FETCH_TIMEOUT_MS,
  EGRESS_MAX_DOWN_BYTES,
  EGRESS_MAX_REDIRECTS,
  type EgressRefusal,
  type EgressTarget,
  requestHeaders,
  responseHeaders,
} from "./rules";
import { isPublicAddress } from "./public-address.server";

/**
 * The only code that makes outbound requests for apps and link cards.
 *
 * Trust model. Untrusted: the author of the app or post, and the operators of the hosts it names, including their DNS.
 * A name can resolve to a private address, resolve differently on each lookup, or redirect to a private address. So
 * each hop resolves its name once, every address must be public, and the connection goes to the checked address;
 * nothing resolves again.
 */
export type EgressFetchError =
  | EgressRefusal
  | "unresolvable"
  | "private_address"
  | "too_many_redirects"
  | "too_large"
  | "timeout"
  | "unreachable";

type EgressOutcome =
  | {
      ok: true;
      /** The URL after redirects. */
      url: string;
      status: number;
      statusText: string;
      headers: [string, string][];
      body: Uint8Array;
    }
  | { ok: false; error: EgressFetchError };

export type EgressFetchRequest = {
  method: string;
  url: string;
  headers: readonly (readonly [string, string])[];
  /** Headers of ours, which are sent as they are; `headers` are an app's and are filtered. */
  ownHeaders?: Readonly<Record<string, string>>;
  body: Uint8Array | null;
  /** Or a callback that decides about each host, for requests to any host. */
  allowedHosts: readonly string[] | ((host: string) => Promise<boolean>);
  /** Lower limits than an app has. `cut`: truncates a longer body instead of rejecting it. */
  bounds?: { bytes: number; ms: number; cut: boolean };
};

type EgressDependencies = {
  /** All addresses of a name. */
  resolve: (host: string) => Promise<string[]>;
  /** Opens a TLS connection to `address` with `host` as its server name. */
  dial: (to: { address: string; host: string }) => Duplex;
};

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

const internet: EgressDependencies = {
  resolve: async (host) => (await lookup(host, { all: true, verbatim: true })).map((entry) => entry.address),
  dial: ({ address, host }) =>
    connect({ host: address, port: 443, servername: host, ALPNProtocols: ["http/1.1"] }),
};

class Refused extends Error {
  constructor(readonly reason: EgressFetchError) {
    super(reason);
  }
}

/** Creates the proxy's fetch. Tests inject their own resolver and dialler, so no setting has to allow loopback. */
export function createEgressFetch(
  dependencies: EgressDependencies = internet,
): (request: EgressFetchRequest) => Promise<EgressOutcome> {
  return async (request) => {
    const signal = AbortSignal.timeout(request.bounds?.ms ?? EGRESS_FETCH_TIMEOUT_MS);
    try {
      return await follow(request, dependencies, signal);
    } catch (error) {
      if (error instanceof Refused) return { ok: false, error: error.reason };
      return { ok: false, error: signal.aborted ? "timeout" : "unreachable" };
    }
  };
}

function ownHeaders({ ownHeaders: own = {} }: EgressFetchRequest): [string, string][] {
  return Object.entries(own).map(([name, value]) => [name.toLowerCase(), value]);
}

async function follow(
  request: EgressFetchRequest,
  dependencies: EgressDependencies,
  signal: AbortSignal,
): Promise<EgressOutcome> {
  let { method, body } = request;
  let url: string | URL = request.url;
  let headers = [...requestHeaders(request.headers), ...ownHeaders(request)];
  for (let hop = 0; ; hop++) {
    const { allowedHosts } = request;
    const isAsked = typeof allowedHosts === "function";
    const target = checkTarget(url, isAsked ? null : allowedHosts);
    if (typeof target === "string") throw new Refused(target);
    if (isAsked && !(await allowedHosts(target.host))) throw new Refused("host_blocked");
    const address = await publicAddressOf(target, dependencies, signal);
    const dial = () => dependencies.dial({ address, host: target.host });
    // No trace context goes along: the host is foreign.
    const response = await inSpan(
      `egress ${method}`,
      { "http.request.method": method, "server.address": target.host },
      async (add) => {
        const answered = await exchange({ target, method, headers, body }, dial, signal);
        add({ "http.response.status_code": answered.statusCode ?? 0 });
        return answered;
      },
    );
    const location = response.headers.location;
    const status = response.statusCode ?? 502;
    if (!REDIRECTS.has(status) || !location) {
      const bytes =
        method === "HEAD" ? new Uint8Array() : await readBounded(response, signal, request.bounds);
      return {
        ok: true,
        url: target.url.href,
        status,
        statusText: response.statusMessage ?? "",
        headers: responseHeaders(headerPairs(response)),
        body: bytes,
      };
    }
    response.destroy();
    if (hop >= EGRESS_MAX_REDIRECTS) throw new Refused("too_many_redirects");
    if (!URL.canParse(location, target.url)) throw new Refused("bad_url");
    const next: URL = new URL(location, target.url);
    // As in browsers: 303, and POST with 301 or 302, continue as GET without a body.
    if (status === 303 || ((status === 301 || status === 302) && method === "POST")) {
      method = method === "HEAD" ? "HEAD" : "GET";
      body = null;
      headers = headers.filter(([name]) => name !== "content-type");
    }
    if (next.host !== target.url.host) {
      headers = headers.filter(([name]) => name !== "authorization" && name !== "x-api-key");
    }
    url = next;
  }
}

async function publicAddressOf(
  { host }: EgressTarget,
  { resolve }: EgressDependencies,
  signal: AbortSignal,
): Promise<string> {
  const aborted = new Promise<never>((_, reject) =>
    signal.addEventListener("abort", () => reject(signal.reason), { once: true }),
  );
  const addresses = await Promise.race([resolve(host), aborted]).catch(() => {
    throw new Refused(signal.aborted ? "timeout" : "unresolvable");
  });
  if (addresses.length === 0) throw new Refused("unresolvable");
  // A private address among public ones is an attack or a mistake; refuse both.
  if (!addresses.every(isPublicAddress)) throw new Refused("private_address");
  return addresses[0]!;
}

function exchange(
  hop: { target: EgressTarget; method: string; headers: [string, string][]; body: Uint8Array | null },
  dial: () => Duplex,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const { target, method, headers, body } = hop;
  return new Promise((resolve, reject) => {
    const outgoing = httpsRequest(
      {
        method,
        host: target.host,
        path: `${target.url.pathname}${target.url.search}`,
        headers: {
          ...Object.fromEntries(headers),
          host: target.host,
          "user-agent": "Gum-Egress/1",
          "accept-encoding": "gzip, deflate, br",
          ...(body && { "content-length": String(body.byteLength) }),
        },
        // createConnection without an agent means no pool: a pooled connection would skip the address check.
        createConnection: dial,
        signal,
      },
      resolve,
    );
    outgoing.on("error", reject);
    outgoing.end(body ?? undefined);
  });
}

/** Reads the decoded body and stops as soon as it exceeds the limit: a small response may decompress to a large one. */
async function readBounded(
  response: IncomingMessage,
  signal: AbortSignal,
  { bytes: max, cut }: { bytes: number; cut: boolean } = { bytes: EGRESS_MAX_DOWN_BYTES, cut: false },
): Promise<Uint8Array> {
  const stream = addAbortSignal(signal, decoded(response));
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of stream) {
      size += (chunk as Buffer).length;
      if (size > max && !cut) throw new Refused("too_large");
      chunks.push(chunk as Buffer);
      if (size > max) break;
    }
  } finally {
    response.destroy();
  }
  return Buffer.concat(chunks).subarray(0, max);
}

const DECODERS = new Map([
  ["gzip", createGunzip],
  ["x-gzip", createGunzip],
  ["br", createBrotliDecompress],
  ["deflate", createInflate],
]);

function decoded(response: IncomingMessage): Readable {
  const createDecoder = DECODERS.get((response.headers["content-encoding"] ?? "").toLowerCase());
  // Errors reach the reader through the decoder's iterator.
  return createDecoder ? pipeline(response, createDecoder(), () => {}) : response;
}

function headerPairs(response: IncomingMessage): [string, string][] {
  return Object.entries(response.headersDistinct).flatMap(([name, values]) =>
    (values ?? []).map((value): [string, string] => [name, value]),
  );
}
