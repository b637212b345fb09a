/** The saved state of a suspended app: its own state, its sessionStorage and its current page. A string of at most 3 MB. */
import { nullable, object, list, pair, text, MalformedMessage } from "@/lib/sandbox/protocol/schema";
import { HISTORY_CHARS, STATE_MAX_CHARS, URL_CHARS } from "@/lib/sandbox/protocol/limits";
import type { AreaPairs } from "@/lib/sandbox/protocol/storage";

export interface PageLocation {
  /** A file of the package; null is the manifest's entry. */
  entry: string | null;
  /** The path that the page sees; null if it is that of its file. */
  path: string | null;
  /** Begins the paths of an app that was built to be served there, as `name/`; null where it was not. */
  mount: string | null;
  query: string;
  hash: string;
  /** The session history, as reported by the app's page. */
  history: string | null;
}

/** The part of a URL that belongs to the app: `/…`, `?…` and `#…`, or empty. */
export interface AppAddress {
  path?: string;
  query: string;
  hash: string;
}

export interface SavedState {
  state: string | null;
  session: AreaPairs;
  place: PageLocation;
}

export const START_LOCATION: PageLocation = {
  entry: null,
  path: null,
  mount: null,
  query: "",
  hash: "",
  history: null,
};

/** Resolves an address within the app: another path or query is another page, as on the web. */
export function placeAt(place: PageLocation, { path = "", query, hash }: AppAddress): PageLocation {
  if ([path, query, hash].some((part) => part.length > URL_CHARS)) return place;
  const isElsewhere = (path && path !== place.path) || (query && query !== place.query);
  if (isElsewhere) return { ...START_LOCATION, mount: place.mount, path: path || null, query, hash };
  if (!hash || hash === place.hash) return place;
  return { ...place, hash, history: null };
}

const parse = object({
  state: nullable(text(STATE_MAX_CHARS)),
  session: list(pair(text(STATE_MAX_CHARS), text(STATE_MAX_CHARS)), 10_000),
  place: object({
    entry: nullable(text(1_024)),
    path: nullable(text(URL_CHARS)),
    mount: nullable(text(URL_CHARS)),
    query: text(URL_CHARS),
    hash: text(URL_CHARS),
    history: nullable(text(HISTORY_CHARS)),
  }),
});

/** What a next run of changed code goes on from: a run that has broken before it gave a state leaves that of the run before. */
export function keptState(earlier: string | null, latest: string | null): string | null {
  const [before, after] = [readSavedState(earlier), readSavedState(latest)];
  if (!after) return earlier;
  return writeSavedState({ ...after, state: after.state ?? before?.state ?? null });
}

/** As a reload does: the first page, with sessionStorage. */
export function restartState(json: string | null): string | null {
  const saved = readSavedState(json);
  return saved && writeSavedState({ ...saved, state: null, place: START_LOCATION });
}

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
