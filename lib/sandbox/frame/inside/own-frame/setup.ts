/** What the page and the frames of the package's own files tell each other. */

/** What goes to and fro under this name is none of the app's messages. */
export const MARK = "gumOwnFrame";
export type Area = "local" | "session";
/** `key` null: all of the area, or the cookies as a whole. */
export type Change = [area: Area | "cookie", key: string | null, value: string | null];
/** First word of a frame: what changed between its making and its birth is sent to it. */
export const BORN = "born";
/** From a frame: a change of its own, or what it asks for: a file (answered by the port), or another page in its place. */
export type FromFrame = [typeof BORN] | Change | ["read", file: string] | ["go", url: string, target: string];
export type ToFrame = [typeof BORN, Kept] | Change;

/** All that is kept when a frame is made, or born. */
export interface Kept {
  local: [key: string, value: string][];
  session: [key: string, value: string][];
  cookie: string;
}

/** What a frame of the package's own files is told when it is made. */
export interface OwnFrameSetup {
  origin: string;
  /** Address of its page; that of the page around it for a text. */
  base: string;
  folder: string;
  /** Of all files of the package. */
  names: string[];
  /** It shows a file and not a text of the app's. */
  isFile: boolean;
  kept: Kept;
}
