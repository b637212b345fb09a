/** What a suspension keeps: the app's own state, its sessionStorage, and the page it was on. One text, 3 MB at most. */
import { nullable, object, list, pair, text, MalformedMessage } from "@/lib/sandbox/protocol/schema";
import { STATE_MAX_CHARS, URL_CHARS } from "@/lib/sandbox/protocol/limits";
import type { AreaPairs } from "@/lib/sandbox/protocol/storage";

export interface Place {
  /** File of the package; null: the manifest's entry. */
  entry: string | null;
  query: string;
  hash: string;
}

export interface SavedState {
  state: string | null;
  session: AreaPairs;
  place: Place;
}

export const START_PLACE: Place = { entry: null, query: "", hash: "" };

const parse = object({
  state: nullable(text(STATE_MAX_CHARS)),
  session: list(pair(text(STATE_MAX_CHARS), text(STATE_MAX_CHARS)), 10_000),
  place: object({ entry: nullable(text(1_024)), query: text(URL_CHARS), hash: text(URL_CHARS) }),
});

/** @returns null where it would be larger than a saved state may be */
export function writeSavedState(saved: SavedState): string | null {
  const whole = JSON.stringify(saved);
  if (whole.length <= STATE_MAX_CHARS) return whole;
  const withoutSession = JSON.stringify({ ...saved, session: [] });
  return withoutSession.length <= STATE_MAX_CHARS ? withoutSession : null;
}

/** What does not parse is dropped: the app then starts anew. */
export function readSavedState(whole: string | null): SavedState | null {
  if (whole === null) return null;
  try {
    return parse(JSON.parse(whole));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof MalformedMessage) return null;
    throw error;
  }
}
