import "server-only";
import { lookup } from "node:dns/promises";
import { request as httpsRequest } from "node:https";
import type { IncomingMessage } from "node:http";
import type { Duplex, Readable } from "node:stream";
import { connect } from "node:tls";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
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
 * The one place that reaches out to the internet for an app.
 *
 * Trust model. Outside: the app's author and whoever runs the hosts it names, DNS included. A name can resolve to an
 * address inside, change between two look-ups, or redirect inside. So a name is resolved once for each hop, all its
 * addresses must be public, and the connection goes to the very address that was checked; nothing re-resolves.
 */
export type EgressFetchError =
  | EgressRefusal
  | "unresolvable"
  | "private_address"
  | "too_many_redirects"
  | "too_large"
  | "timeout"
  | "unreachable";

export type EgressOutcome =
  | { ok: true; status: number; statusText: string; headers: [string, string][]; body: Uint8Array }
  | { ok: false; error: EgressFetchError };

export type EgressFetchRequest = {
  method: string;
  url: string;
  headers: readonly (readonly [string, string])[];
  body: Uint8Array | null;
  allowedHosts: readonly string[];
};

export type EgressDependencies = {
  /** All addresses of a name. */
  resolve: (host: string) => Promise<string[]>;
  /** A TLS connection to `address`, made for the name `host`. */
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

/**
 * Makes the proxy's fetch. The product uses the internet; a test hands in a resolver and a dialler of its own, and no
 * switch in the product opens loopback.
 */
export function createEgressFetch(
  dependencies: EgressDependencies = internet,
): (request: EgressFetchRequest) => Promise<EgressOutcome> {
  return async (request) => {
    const signal = AbortSignal.timeout(EGRESS_FETCH_TIMEOUT_MS);
    try {
      return await follow(request, dependencies, signal);
    } catch (error) {
      if (error instanceof Refused) return { ok: false, error: error.reason };
      return { ok: false, error: signal.aborted ? "timeout" : "unreachable" };
    }
  };
}

async function follow(
  request: EgressFetchRequest,
  dependencies: EgressDependencies,
  signal: AbortSignal,
): Promise<EgressOutcome> {
  let { method, body } = request;
  let url: string | URL = request.url;
  let headers = requestHeaders(request.headers);
  for (let hop = 0; ; hop++) {
    const target = checkTarget(url, request.allowedHosts);
    if (typeof target === "string") throw new Refused(target);
    const address = await publicAddressOf(target, dependencies, signal);
    const answer = await exchange({
      target,
      address,
      method,
      headers,
      body,
      dial: dependencies.dial,
      signal,
    });
    const location = answer.headers.location;
    const status = answer.statusCode ?? 502;
    if (!REDIRECTS.has(status) || !location) {
      const bytes = method === "HEAD" ? new Uint8Array() : await readBounded(answer, signal);
      return {
        ok: true,
        status,
        statusText: answer.statusMessage ?? "",
        headers: responseHeaders(pairs(answer)),
        body: bytes,
      };
    }
    answer.destroy();
    if (hop >= EGRESS_MAX_REDIRECTS) throw new Refused("too_many_redirects");
    if (!URL.canParse(location, target.url)) throw new Refused("bad_url");
    const next: URL = new URL(location, target.url);
    // What a browser does: 303 always, and POST on 301 or 302, go on as GET without a body.
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
  const addresses = await withSignal(resolve(host), signal).catch(() => {
    throw new Refused(signal.aborted ? "timeout" : "unresolvable");
  });
  if (addresses.length === 0) throw new Refused("unresolvable");
  // One private address among public ones is an attack or a mistake; neither is worth guessing.
  if (!addresses.every(isPublicAddress)) throw new Refused("private_address");
  return addresses[0]!;
}

function withSignal<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(new Error("aborted"));
    if (signal.aborted) return abort();
    signal.addEventListener("abort", abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}

function exchange({
  target,
  address,
  method,
  headers,
  body,
  dial,
  signal,
}: {
  target: EgressTarget;
  address: string;
  method: string;
  headers: [string, string][];
  body: Uint8Array | null;
  dial: EgressDependencies["dial"];
  signal: AbortSignal;
}): Promise<IncomingMessage> {
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
        // With createConnection and no agent there is no pool: a pooled connection would skip the check of its address.
        createConnection: () => dial({ address, host: target.host }),
        signal,
      },
      resolve,
    );
    outgoing.on("error", reject);
    outgoing.end(body ?? undefined);
  });
}

/** The decoded body, given up as soon as it is over the limit: a small answer may unpack to a large one. */
async function readBounded(answer: IncomingMessage, signal: AbortSignal): Promise<Uint8Array> {
  const encoding = (answer.headers["content-encoding"] ?? "identity").toLowerCase();
  const stream = decoded(answer, encoding);
  const chunks: Buffer[] = [];
  let size = 0;
  const abort = () => stream.destroy(new Error("aborted"));
  signal.addEventListener("abort", abort, { once: true });
  try {
    for await (const chunk of stream) {
      size += (chunk as Buffer).length;
      if (size > EGRESS_MAX_DOWN_BYTES) throw new Refused("too_large");
      chunks.push(chunk as Buffer);
    }
  } finally {
    signal.removeEventListener("abort", abort);
    answer.destroy();
  }
  return Buffer.concat(chunks);
}

function decoded(answer: IncomingMessage, encoding: string): Readable {
  const decoder =
    encoding === "gzip" || encoding === "x-gzip"
      ? createGunzip()
      : encoding === "br"
        ? createBrotliDecompress()
        : encoding === "deflate"
          ? createInflate()
          : null;
  if (!decoder) return answer;
  answer.on("error", (error) => decoder.destroy(error));
  return answer.pipe(decoder);
}

function pairs(answer: IncomingMessage): [string, string][] {
  return Object.entries(answer.headersDistinct).flatMap(([name, values]) =>
    (values ?? []).map((value): [string, string] => [name, value]),
  );
}
