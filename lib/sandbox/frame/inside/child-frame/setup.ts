/** Messages between the page and its child frames. */

import type { ShellKey } from "@/lib/sandbox/frame/inside/platform/shell-keys";
import type { KeyCombination } from "@/lib/sandbox/protocol/shell-keys";

/** Property that marks our messages, which the app must not see. */
export const MARK = "gumChildFrame";
export type Area = "local" | "session";
/** `key` null: the whole area, or all cookies. */
export type Change = [area: Area | "cookie", key: string | null, value: string | null];
/** A frame's first message; the page replies with the current data, which may have changed since the frame was created. */
export const READY = "ready";
/**
 * From a frame: a change to its storage, a request for a file (answered over the port; `load`: as an element loads it), a
 * navigation, or a key for the shell.
 */
export type FromFrame =
  | [typeof READY]
  | Change
  | ["read", file: string]
  | ["load", file: string]
  | ["go", url: string, target: string]
  | ["shellKey", key: ShellKey];
export type ToFrame = [typeof READY, SavedData] | ["shortcuts", readonly KeyCombination[]] | Change;

/** The saved data that a frame starts with. */
export interface SavedData {
  local: [key: string, value: string][];
  session: [key: string, value: string][];
  cookie: string;
}

/** What a child frame receives when it is created. */
export interface ChildFrameSetup {
  origin: string;
  /** URL of its page; for a `srcdoc` of the app, that of the parent page. */
  base: string;
  folder: string;
  mount: string;
  /** The names of all files of the package. */
  names: string[];
  /** Whether it shows a file, as opposed to a `srcdoc` of the app. */
  isFile: boolean;
  /** What its module scripts import. */
  modules: [url: string, text: string][];
  /** What their import map names. */
  moduleNames: [name: string, url: string][];
  saved: SavedData;
  /** Of the shell. */
  shortcuts: readonly KeyCombination[];
}
