import "server-only";

/** A recording as it is stored. */
export type Recording = {
  kind: "video" | "audio";
  type: string;
  extension: string;
  hasSound: boolean;
  /** Null if the file does not say. */
  durationMs: number | null;
  bytes: Uint8Array;
};

/** The recording was damaged, or is nothing that is accepted. */
export class NotARecording extends Error {}

/** Steps while walking a file. The finest real structure has an element per block of sound. */
export function stepCounter(limit = 1_000_000): () => void {
  let steps = 0;
  return () => {
    if (++steps > limit) throw new NotARecording("It has too many parts.");
  };
}
