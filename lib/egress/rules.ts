/**
 * Which requests an app may make through the proxy. Pure.
 *
 * Trust model. Untrusted: the app's author, who wrote the manifest and the request and may own the host that it names.
 * They control the URL, the method, the headers and the body. What must hold: https and port 443 only, only hosts that
 * the manifest lists by DNS name, no address literals in any spelling, no credentials, no cookies, and no header that
 * speaks for the proxy or the user.
 */
export const EGRESS_METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"] as const;

export const EGRESS_MAX_REDIRECTS = 3;
export const EGRESS_MAX_UP_BYTES = 1024 * 1024;
export const EGRESS_MAX_DOWN_BYTES = 5 * 1024 * 1024;
/** Shorter than the host's own timeout of 30 s ('egress timeout'), so that the proxy's response arrives first. */
export const EGRESS_FETCH_TIMEOUT_MS = 25_000;
export const EGRESS_CONCURRENT = 6;

export type EgressRefusal =
  | "bad_url"
  | "bad_scheme"
  | "bad_port"
  | "credentials"
  | "address_literal"
  | "host_not_allowed"
  | "host_blocked"
  | "bad_method";

/** Why, for who makes the app. */
export const REFUSALS: Record<EgressRefusal, string> = {
  bad_url: "The address is not a URL.",
  bad_scheme: "Only https addresses can be reached.",
  bad_port: "Only port 443 can be reached.",
  credentials: "An address must not carry a user name or password.",
  address_literal: "Hosts are named by their DNS name, not by an address.",
  host_blocked: "Moderators have blocked this host for all apps.",
  host_not_allowed: "The app's manifest does not name this host.",
  bad_method: "This method is not passed on.",
};

export type EgressTarget = { url: URL; host: string };

/** The URL parser has already normalised spellings such as 0x7f.1 and 2130706433. */
function isAddressLiteral(hostname: string): boolean {
  return hostname.startsWith("[") || /^\d+(\.\d+)*\.?$/.test(hostname);
}

/** Top-level names that only a local network resolves (RFC 6762 and 8375, and the usual ones of routers and companies). */
const LOCAL_NAMES = /\.(local|localhost|internal|intranet|private|corp|home|lan|arpa|onion)$/;

/** Returns a host in the form used for comparison (ASCII, lower case), or null if it is not a plain DNS name. */
export function normaliseHost(host: string): string | null {
  if (!URL.canParse(`https://${host}/`)) return null;
  const url = new URL(`https://${host}/`);
  if (url.port || url.username || url.password || url.pathname !== "/" || url.search || url.hash) return null;
  const name = url.hostname;
  if (isAddressLiteral(name) || !name.includes(".") || name.endsWith(".") || name.length > 253) return null;
  if (!/^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/.test(name) || LOCAL_NAMES.test(name)) return null;
  return name;
}

/**
 * Returns the target of a request or the reason to refuse it. Applies to the first URL and to each redirect.
 * @param allowedHosts null: any DNS name
 */
export function checkTarget(
  input: string | URL,
  allowedHosts: readonly string[] | null,
): EgressTarget | EgressRefusal {
  if (!URL.canParse(String(input))) return "bad_url";
  const url = new URL(String(input));
  if (url.protocol !== "https:") return "bad_scheme";
  if (url.username || url.password) return "credentials";
  if (url.port !== "") return "bad_port";
  if (isAddressLiteral(url.hostname)) return "address_literal";
  const host = normaliseHost(url.hostname);
  const isAllowed = allowedHosts === null || allowedHosts.map(normaliseHost).includes(host);
  if (host === null || !isAllowed) return "host_not_allowed";
  url.hash = "";
  return { url, host };
}

/** Everything else is dropped: cookies, hop-by-hop and proxy headers. `authorization` goes to the target, never to us. */
const REQUEST_HEADERS = new Set([
  "accept",
  "accept-language",
  "content-type",
  "if-match",
  "if-modified-since",
  "if-none-match",
  "range",
  "authorization",
  "x-api-key",
]);

const RESPONSE_HEADERS = new Set([
  "accept-ranges",
  "age",
  "cache-control",
  "content-language",
  "content-range",
  "content-type",
  "date",
  "etag",
  "expires",
  "last-modified",
  "link",
  "retry-after",
  "x-ratelimit-limit",
  "x-ratelimit-remaining",
  "x-ratelimit-reset",
]);

const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** The headers of an app's request that are forwarded. */
export function requestHeaders(headers: readonly (readonly [string, string])[]): [string, string][] {
  return pickHeaders(headers, REQUEST_HEADERS);
}

/** The headers of a response that the app may see; never Set-Cookie. */
export function responseHeaders(headers: readonly (readonly [string, string])[]): [string, string][] {
  return pickHeaders(headers, RESPONSE_HEADERS);
}

function pickHeaders(
  headers: readonly (readonly [string, string])[],
  names: ReadonlySet<string>,
): [string, string][] {
  return headers
    .map(([name, value]): [string, string] => [name.toLowerCase(), value.trim()])
    .filter(([name, value]) => names.has(name) && HEADER_VALUE.test(value));
}

/** Whether a request made at `ts` is still valid at `now`, all in milliseconds. Allows a second of clock skew. */
export function isFresh({ ts, now, ttlMs }: { ts: number; now: number; ttlMs: number }): boolean {
  return now - ts <= ttlMs && ts - now <= 1_000 + ttlMs;
}

/** How many days moderators see the totals of; older ones are deleted. */
export const TOTAL_DAYS = 30;

type Traffic = { calls: number; bytesUp: number; bytesDown: number };

/** What an app sent and received, of all people together. */
export type AppTraffic = Traffic & {
  id: string;
  name: string;
  iconUrl: string;
  ownerUsername: string;
  hostCount: number;
  /** Those with the most bytes first. */
  hosts: (Traffic & { host: string })[];
};
