/** Endings that name machines of one house. */
const PRIVATE_ENDINGS = [
  "localhost",
  "local",
  "internal",
  "intranet",
  "lan",
  "home",
  "corp",
  "private",
  "arpa",
];

/**
 * The host in the form that requests carry (small letters, Punycode), or null where `text` is not the bare name of a
 * host on the public internet: an address, a single label, a name with scheme, port or path. What the name resolves to
 * is checked where the request is made.
 */
export function normalPublicHost(text: string): string | null {
  if (!/^[^\s/\\:@?#%[\]*]+$/.test(text)) return null;
  const url = `https://${text}/`;
  if (!URL.canParse(url)) return null;
  const host = new URL(url).hostname;
  const labels = host.split(".");
  const ending = labels.at(-1)!;
  if (labels.length < 2 || host.length > 253) return null;
  if (!labels.every((label) => /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9])?$/.test(label))) return null;
  // A name whose last part is a number is an address to a browser.
  if (!/[a-z]/.test(ending) || /^0x/.test(ending) || PRIVATE_ENDINGS.includes(ending)) return null;
  return host;
}
