/** Top-level domains of private networks. */
const PRIVATE_DOMAINS = [
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
 * The host as it is in requests (lower case, Punycode), or null if `text` is not the bare name of a public host: an IP
 * address, a single label, a name with scheme, port or path. Whoever makes the request checks what the name resolves to.
 */
export function normalPublicHost(text: string): string | null {
  if (!/^[^\s/\\:@?#%[\]*]+$/.test(text)) return null;
  const url = `https://${text}/`;
  if (!URL.canParse(url)) return null;
  const host = new URL(url).hostname;
  const labels = host.split(".");
  const domain = labels.at(-1)!;
  if (labels.length < 2 || host.length > 253) return null;
  if (!labels.every((label) => /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9])?$/.test(label))) return null;
  // Browsers take a name whose last label is a number for an IP address.
  if (!/[a-z]/.test(domain) || /^0x/.test(domain) || PRIVATE_DOMAINS.includes(domain)) return null;
  return host;
}
