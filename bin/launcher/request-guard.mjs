/**
 * What a request may claim about itself.
 *
 * Trust model: everybody can send any header. The application relies on `x-gum-client-ip` (rate limits) and
 * `x-gum-request-id` (logs), so both are set here and nowhere else, and whatever arrives under `x-gum-*` is dropped.
 * Headers that proxies add are believed only where TRUST_PROXY says how many proxies stand in front; the address is then
 * counted from the right, because everything further left was written by the other side.
 */
import { randomUUID } from "node:crypto";
import net from "node:net";

const OURS = "x-gum-";
const FROM_PROXIES = new Set([
  "forwarded",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-port",
  "x-forwarded-proto",
  "x-real-ip",
]);

/** Headers of requests that are made before anybody has followed a link. */
const AHEAD = ["next-router-prefetch", "next-router-segment-prefetch", "sec-purpose", "purpose"];

/** TRUST_PROXY: absent, 0 or false: none; 1 or true: one proxy; n: that many. @returns {number} */
export function proxyHops(value) {
  if (!value || value === "false") return 0;
  if (value === "true") return 1;
  const hops = Number(value);
  if (!Number.isInteger(hops) || hops < 0 || hops > 20) {
    throw new Error(
      `TRUST_PROXY is "${value}"; it must be the number of proxies in front of Gum (1 for one).`,
    );
  }
  return hops;
}

/** An address without port, brackets or the IPv6 dress of an IPv4 address; null where it is none. */
export function plainAddress(text) {
  const trimmed = String(text ?? "").trim();
  const inner =
    /^\[([^\]]+)\](?::\d+)?$/.exec(trimmed)?.[1] ?? /^([\d.]+):\d+$/.exec(trimmed)?.[1] ?? trimmed;
  const address = inner.replace(/%.*$/, "").replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, "");
  return net.isIP(address) ? address.toLowerCase() : null;
}

/** The address of whoever asked, as far as it can be known. */
export function clientAddress({ socketAddress, forwardedFor, hops }) {
  const nearest = plainAddress(socketAddress) ?? "unknown";
  if (!hops || !forwardedFor) return nearest;
  const chain = forwardedFor.split(",");
  return plainAddress(chain[Math.max(0, chain.length - hops)]) ?? nearest;
}

/**
 * Rewrites the headers of `request` in place, before anything reads them.
 * @param {import("node:http").IncomingMessage} request
 * @param {{ hops: number }} options
 * @returns {string} the id of the request
 */
export function guardHeaders(request, { hops }) {
  const forwardedFor = request.headers["x-forwarded-for"];
  const id = randomUUID();
  const address = clientAddress({
    socketAddress: request.socket.remoteAddress,
    forwardedFor: Array.isArray(forwardedFor) ? forwardedFor.join(",") : forwardedFor,
    hops,
  });
  const refused = (name) => name.startsWith(OURS) || (hops === 0 && FROM_PROXIES.has(name));
  for (const name of Object.keys(request.headers)) if (refused(name)) delete request.headers[name];
  const raw = request.rawHeaders;
  for (let index = raw.length - 2; index >= 0; index -= 2) {
    if (refused(raw[index].toLowerCase())) raw.splice(index, 2);
  }
  // What is only fetched ahead was not asked for yet.
  if (AHEAD.some((name) => request.headers[name])) set(request, "x-gum-prefetch", "1");
  set(request, "x-gum-client-ip", address);
  set(request, "x-gum-request-id", id);
  return id;
}

function set(request, name, value) {
  request.headers[name] = value;
  request.rawHeaders.push(name, value);
}
