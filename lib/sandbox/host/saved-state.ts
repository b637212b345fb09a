/** The saved state of a suspended app: its own state, its sessionStorage and its current page. A string of at most 3 MB. */
import { nullable, object, list, pair, text, MalformedMessage } from "@/lib/sandbox/protocol/schema";
import { STATE_MAX_CHARS, URL_CHARS } from "@/lib/sandbox/protocol/limits";
import type { AreaPairs } from "@/lib/sandbox/protocol/storage";

export interface PageLocation {
  /** A file of the package; null is the manifest's entry. */
  entry: string | null;
  query: string;
  hash: string;
}

/** What an address beside the shell's own part says to the app: `?…` and `#…`, or empty. */
export type AppAddress = Pick<PageLocation, "query" | "hash">;

export interface SavedState {
  state: string | null;
  session: AreaPairs;
  place: PageLocation;
}

export const START_LOCATION: PageLocation = { entry: null, query: "", hash: "" };

/** Where an address leads from a place of the app: another query is another page, as on the web. */
export function placeAt(place: PageLocation, { query, hash }: AppAddress): PageLocation {
  if (query.length > URL_CHARS || hash.length > URL_CHARS) return place;
  if (query && query !== place.query) return { entry: null, query, hash };
  return { ...place, hash: hash || place.hash };
}

const parse = object({
  state: nullable(text(STATE_MAX_CHARS)),
  session: list(pair(text(STATE_MAX_CHARS), text(STATE_MAX_CHARS)), 10_000),
  place: object({ entry: nullable(text(1_024)), query: text(URL_CHARS), hash: text(URL_CHARS) }),
});

/** Drops sessionStorage if the state exceeds the limit. @returns null if it is still too large */
export function writeSavedState(saved: SavedState): string | null {
  const json = JSON.stringify(saved);
  if (json.length <= STATE_MAX_CHARS) return json;
  const withoutSession = JSON.stringify({ ...saved, session: [] });
  return withoutSession.length <= STATE_MAX_CHARS ? withoutSession : null;
}

/** @returns null for an invalid state; the app then starts fresh */
export function readSavedState(json: string | null): SavedState | null {
  if (json === null) return null;
  try {
    return parse(JSON.parse(json));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof MalformedMessage) return null;
    throw error;
  }
}
