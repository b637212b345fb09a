/**
 * Messages that wallets sign to say who somebody is: EIP-4361 for Ethereum, and the same for Solana, whose wallets put the
 * fields in other orders.
 *
 * Trust model. Outside: whoever sends a message, and pages that had a person sign one for themselves. A message is read whole:
 * what has a line that is not known, or one twice, is none. It counts for the domain that it names, and only for a short time.
 */
export type Chain = "ethereum" | "solana";

export type SignedMessage = {
  chain: Chain;
  /** As in the message; only for a page of this scheme, if there is one. */
  scheme: string | null;
  domain: string;
  address: string;
  uri: string;
  /** In CAIP-2, such as `eip155:1` or `solana:mainnet`. */
  chainId: string;
  issuedAt: Date;
  expirationTime: Date | null;
  notBefore: Date | null;
};

const MESSAGE_MAX_CHARS = 4_000;
/** How long a message counts. Wallets ask people to confirm it, which takes a while. */
const MESSAGE_MS = 10 * 60_000;
/** How far the clock of a person's device may be ahead. */
const SKEW_MS = 60_000;

const HEADS = {
  ethereum: /^(?:([a-z][a-z0-9+.-]*):\/\/)?([^\s/?#@\\]+) wants you to sign in with your Ethereum account:$/,
  solana: /^(?:([a-z][a-z0-9+.-]*):\/\/)?([^\s/?#@\\]+) wants you to sign in with your Solana account:$/,
} as const;
const ADDRESSES = { ethereum: /^0x[0-9a-fA-F]{40}$/, solana: /^[1-9A-HJ-NP-Za-km-z]{32,44}$/ } as const;
const FIELDS = new Set([
  "URI",
  "Version",
  "Chain ID",
  "Nonce",
  "Issued At",
  "Expiration Time",
  "Not Before",
  "Request ID",
]);
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/;

/** Where the fields begin, after the statement, if there is one; null if neither is in its place. */
function fieldsAfter(lines: readonly string[], chain: Chain): number | null {
  if (lines[2] !== "") return null;
  if (chain === "ethereum" && lines[3] === "") return 4;
  if (chain === "solana" && /^(?:URI|Version): /.test(lines[3] ?? "")) return 3;
  return lines[3] && lines[4] === "" ? 5 : null;
}

function readFields(lines: readonly string[]): Map<string, string> | null {
  const fields = new Map<string, string>();
  for (const [index, line] of lines.entries()) {
    if (line === "Resources:" || line === "Resources")
      return lines.slice(index + 1).every((each) => each.startsWith("- ")) ? fields : null;
    const [, name, value] = /^([A-Z][A-Za-z ]+): (.+)$/.exec(line) ?? [];
    if (!name || !value || !FIELDS.has(name) || fields.has(name)) return null;
    fields.set(name, value);
  }
  return fields;
}

/** Undefined if it is no time. */
function timeOf(text: string | undefined): Date | null | undefined {
  if (text === undefined) return null;
  const time = TIME.test(text) ? new Date(text) : null;
  return time && !Number.isNaN(time.getTime()) ? time : undefined;
}

function chainIdOf(chain: Chain, sent: string | undefined): string | null {
  if (chain === "ethereum") return sent && /^[1-9]\d{0,11}$/.test(sent) ? `eip155:${sent}` : null;
  const name = (sent ?? "mainnet").replace(/^solana:/, "");
  return /^[a-z]{1,20}$/.test(name) ? `solana:${name}` : null;
}

/** Null if the text is not such a message. */
export function parseSignedMessage(chain: Chain, text: string): SignedMessage | null {
  if (text.length > MESSAGE_MAX_CHARS || /[\u0000-\u0009\u000b-\u001f\u007f]/.test(text)) return null;
  const lines = text.split("\n");
  const [, scheme = null, domain] = HEADS[chain].exec(lines[0] ?? "") ?? [];
  const address = lines[1] ?? "";
  const start = fieldsAfter(lines, chain);
  const fields = start === null ? null : readFields(lines.slice(start));
  if (!domain || !ADDRESSES[chain].test(address) || !fields) return null;
  const uri = fields.get("URI");
  const chainId = chainIdOf(chain, fields.get("Chain ID"));
  const issuedAt = timeOf(fields.get("Issued At"));
  const expirationTime = timeOf(fields.get("Expiration Time"));
  const notBefore = timeOf(fields.get("Not Before"));
  if (!uri || !chainId || fields.get("Version") !== "1" || !issuedAt) return null;
  if (expirationTime === undefined || notBefore === undefined) return null;
  return { chain, scheme, domain, address, uri, chainId, issuedAt, expirationTime, notBefore };
}

/** When a message ends to count; null if it does not count at `now` (ms since 1970). */
export function messageEnd(message: SignedMessage, now: number): Date | null {
  const issued = message.issuedAt.getTime();
  const end = Math.min(issued + MESSAGE_MS, message.expirationTime?.getTime() ?? Infinity);
  const start = Math.max(issued, message.notBefore?.getTime() ?? 0) - SKEW_MS;
  return start <= now && now < end ? new Date(end) : null;
}

/** Whether a message is for the page that it names, and not for another that shows it. */
export function isForOwnDomain({ scheme, domain, uri }: SignedMessage): boolean {
  if (!URL.canParse(uri)) return false;
  const { protocol, host } = new URL(uri);
  return host === domain.toLowerCase() && (scheme === null || `${scheme}:` === protocol);
}
