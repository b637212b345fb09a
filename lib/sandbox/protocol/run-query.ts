/**
 * The query of the run document's URL.
 *
 * Trust model: an app can choose this URL by navigating its own frame, so it must not be able to carry data anywhere.
 * Everything but the canonical form of known parameters is refused.
 */

/** Keeps the URL and the header far below the limits of proxies and servers. */
export const HANDLER_HASHES_MAX = 100;
/** Without a trailing slash: the shell's frame-src lists exactly this path. */
export const RUN_PATH = "/sandbox/run";
const HASH = /^[A-Za-z0-9_-]{43}$/;

export type RunQuery = { probe: true } | RunDocumentQuery;

/**
 * `kept` asks for a document that the browser may keep, for a start without a connection. Its value is the document's
 * version, and no other is answered: an outdated document is never kept, and the value carries nothing.
 */
export type RunDocumentQuery = { probe: false; kept?: string } & RunFlags;

/** Relaxations of the run document's policy. */
export interface RunFlags {
  /** eval and new Function. */
  evaluates: boolean;
  /** Every inline handler, including those built at run time; hashes are then redundant. */
  anyHandler: boolean;
  /** Hashes (SHA-256, base64) of the inline handlers that may run. */
  handlerHashes: readonly string[];
}

export const NO_FLAGS: RunFlags = { evaluates: false, anyHandler: false, handlerHashes: [] };

/** @returns null if anything is unknown, repeated, malformed or in another order than `writeRunQuery` produces */
export function readRunQuery(params: URLSearchParams): RunQuery | null {
  const query = parse(params);
  if (!query || writeRunQuery(query) !== params.toString()) return null;
  return query;
}

function parse(params: URLSearchParams): RunQuery | null {
  if (params.get("probe") === "1") return { probe: true };
  const packed = params.get("h");
  const handlerHashes = packed ? packed.split(".") : [];
  if (handlerHashes.length > HANDLER_HASHES_MAX || !handlerHashes.every((hash) => HASH.test(hash)))
    return null;
  const kept = params.get("kept");
  return {
    probe: false,
    ...(kept !== null && { kept }),
    evaluates: params.get("eval") === "1",
    anyHandler: params.get("on") === "1",
    handlerHashes: handlerHashes.map(fromBase64Url),
  };
}

/** Returns the query string without "?"; empty for an app without special needs. */
export function writeRunQuery(query: RunQuery): string {
  const params = new URLSearchParams();
  if (query.probe) {
    params.set("probe", "1");
    return params.toString();
  }
  if (query.kept !== undefined) params.set("kept", query.kept);
  if (query.evaluates) params.set("eval", "1");
  if (query.anyHandler) params.set("on", "1");
  else if (query.handlerHashes.length) params.set("h", query.handlerHashes.map(toBase64Url).join("."));
  return params.toString();
}

function toBase64Url(hash: string): string {
  return hash.replace(/=+$/, "").replaceAll("+", "-").replaceAll("/", "_");
}

function fromBase64Url(hash: string): string {
  return `${hash.replaceAll("-", "+").replaceAll("_", "/")}=`;
}
