/**
 * What the address of the run document may ask for. Anything else is refused: the address is the one thing about the run
 * document that an app could choose, by navigating its own frame, and it must not be able to carry data anywhere.
 */

/** A hash list this long keeps the address and the header far below every limit on the way. */
export const HANDLER_HASHES_MAX = 100;
/** Path of the run document, without a slash at its end: the shell's frame-src names exactly this. */
export const RUN_PATH = "/sandbox/run";
const HASH = /^[A-Za-z0-9_-]{43}$/;

export type RunQuery = { probe: true } | { probe: false; evaluates: boolean; handlerHashes: string[] };

/**
 * Reads the query of a run document's address.
 * @returns null where anything in it is unknown, repeated, malformed or not in the one order that `writeRunQuery` uses
 */
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
  return {
    probe: false,
    evaluates: params.get("eval") === "1",
    handlerHashes: handlerHashes.map(fromBase64Url),
  };
}

/** The query string for a run, without "?"; empty for an app that needs nothing special. */
export function writeRunQuery(query: RunQuery): string {
  const params = new URLSearchParams();
  if (query.probe) {
    params.set("probe", "1");
    return params.toString();
  }
  if (query.evaluates) params.set("eval", "1");
  if (query.handlerHashes.length) params.set("h", query.handlerHashes.map(toBase64Url).join("."));
  return params.toString();
}

function toBase64Url(hash: string): string {
  return hash.replace(/=+$/, "").replaceAll("+", "-").replaceAll("/", "_");
}

function fromBase64Url(hash: string): string {
  return `${hash.replaceAll("-", "+").replaceAll("_", "/")}=`;
}
