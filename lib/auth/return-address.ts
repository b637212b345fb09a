/**
 * Where a sign-in for a hosted client may lead back to.
 *
 * Trust model. Outside: whoever makes the link that begins a sign-in, and with it the address. The address
 * receives a credential, so only addresses that the operator configured count. They are compared as a browser
 * parses them, never as text. Of the instance only its first page counts: others, such as that of a running
 * app, pass query and fragment on to apps.
 *
 * A session in the fragment goes to exact addresses only: browsers carry it through redirects, and an origin may have a
 * page that redirects anywhere.
 */
export type AllowedAddresses = {
  /** The instance's own origin. */
  own: string;
  /** An origin allows each of its paths; an address with a path, that path. */
  listed: readonly string[];
  /** Whether programs on the person's own computer count. */
  loopback: boolean;
};

const MAX_CHARS = 2_000;
const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);
const isWeb = ({ protocol }: URL) => protocol === "https:" || protocol === "http:";

const isOrigin = (listed: URL) => isWeb(listed) && listed.pathname === "/";

function isWithin(url: URL, listed: URL): boolean {
  if (url.protocol !== listed.protocol || url.host !== listed.host) return false;
  return isOrigin(listed) || url.pathname === listed.pathname;
}

/** The address without its fragment, and whether a session may go there; null if it is not allowed. */
export function readReturnAddress(
  sent: string,
  { own, listed, loopback }: AllowedAddresses,
): { url: URL; isExact: boolean } | null {
  // Parsers disagree about spaces, control characters and backslashes.
  if (sent.length > MAX_CHARS || !/^[\x21-\x5b\x5d-\x7e]+$/.test(sent) || !URL.canParse(sent)) return null;
  const url = new URL(sent);
  if (url.username || url.password) return null;
  url.hash = "";
  if (url.origin === own) return url.pathname === "/" ? { url, isExact: false } : null;
  const isLoopback = isWeb(url) && LOOPBACK.has(url.hostname);
  // Under its other names a local instance would be a program of the same computer.
  if (isLoopback && loopback) return url.port === new URL(own).port ? null : { url, isExact: true };
  const within = listed.map((each) => new URL(each)).filter((each) => isWithin(url, each));
  if (within.length === 0) return null;
  return { url, isExact: within.some((each) => !isOrigin(each)) };
}
