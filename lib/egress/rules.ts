/**
 * What an app may ask the proxy for, decided without asking anyone. Pure.
 *
 * Trust model. Outside: the app's author, who wrote the manifest and the request, and may own the host that it names.
 * They control the URL, the method, the headers and the body. What must hold: only https, only port 443, only a host
 * that the manifest names by its DNS name, never an address literal in any spelling, no credentials, no cookies, and
 * no header that speaks for the proxy or the person.
 */
export const EGRESS_METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"] as const;

export const EGRESS_MAX_REDIRECTS = 3;
export const EGRESS_MAX_UP_BYTES = 1024 * 1024;
export const EGRESS_MAX_DOWN_BYTES = 5 * 1024 * 1024;
/** Shorter than the 30 s after which the host answers 'egress timeout', so that the proxy's own answer arrives. */
export const EGRESS_FETCH_TIMEOUT_MS = 25_000;
export const EGRESS_CONCURRENT = 6;

export type EgressRefusal =
  | "bad_url"
  | "bad_scheme"
  | "bad_port"
  | "credentials"
  | "address_literal"
  | "host_not_allowed"
  | "bad_method";

export type EgressTarget = { url: URL; host: string };

/** True if a URL's hostname is an address rather than a name. The URL parser has already folded 0x7f.1 and 2130706433. */
function isAddressLiteral(hostname: string): boolean {
  return hostname.startsWith("[") || /^\d+(\.\d+)*\.?$/.test(hostname);
}

/** A host of a manifest or a URL as it is compared: ASCII, lower case. Null if it is not a plain DNS name. */
export function normaliseHost(host: string): string | null {
  if (!URL.canParse(`https://${host}/`)) return null;
  const url = new URL(`https://${host}/`);
  if (url.port || url.username || url.password || url.pathname !== "/" || url.search || url.hash) return null;
  const name = url.hostname;
  if (isAddressLiteral(name) || !name.includes(".") || name.endsWith(".") || name.length > 253) return null;
  if (!/^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/.test(name)) return null;
  return name;
}

/** Where a request goes, or why it goes nowhere. Used for the first URL and for each redirect alike. */
export function checkTarget(
  input: string | URL,
  allowedHosts: readonly string[],
): EgressTarget | EgressRefusal {
  if (!URL.canParse(String(input))) return "bad_url";
  const url = new URL(String(input));
  if (url.protocol !== "https:") return "bad_scheme";
  if (url.username || url.password) return "credentials";
  if (url.port !== "") return "bad_port";
  if (isAddressLiteral(url.hostname)) return "address_literal";
  const host = normaliseHost(url.hostname);
  const allowed = new Set(allowedHosts.map(normaliseHost));
  if (host === null || !allowed.has(host)) return "host_not_allowed";
  url.hash = "";
  return { url, host };
}

/** What an app may say. Everything else is left out: cookies, Authorization towards us, hop-by-hop and proxy headers. */
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

/** The headers of an app's request that are passed on. */
export function requestHeaders(headers: readonly (readonly [string, string])[]): [string, string][] {
  return keep(headers, REQUEST_HEADERS);
}

/** The headers of an answer that an app may see; Set-Cookie never. */
export function responseHeaders(headers: readonly (readonly [string, string])[]): [string, string][] {
  return keep(headers, RESPONSE_HEADERS);
}

function keep(
  headers: readonly (readonly [string, string])[],
  names: ReadonlySet<string>,
): [string, string][] {
  return headers
    .map(([name, value]): [string, string] => [name.toLowerCase(), value.trim()])
    .filter(([name, value]) => names.has(name) && HEADER_VALUE.test(value));
}

/** True if a request made at `ts` is still to be answered at `now`; both in milliseconds. A second of skew is allowed. */
export function isFresh({ ts, now, ttlMs }: { ts: number; now: number; ttlMs: number }): boolean {
  return now - ts <= ttlMs && ts - now <= 1_000 + ttlMs;
}
