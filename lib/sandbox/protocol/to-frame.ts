/**
 * What a host says to a frame. The frame takes its port from its parent alone and the parent is the shell (frame-ancestors),
 * so these are typed, not parsed: there is nobody to defend against.
 */
import type { QuickjsSetup } from "@/lib/sandbox/protocol/quickjs";
import type { AreaPairs } from "@/lib/sandbox/protocol/storage";

export type Theme = "light" | "dark";

/** One file of a package. Bytes are handed over, not copied. */
export type UnpackedFile = [name: string, bytes: ArrayBuffer];

/** Where a file lies in the bytes of `PackedRest`, how many it has there and how many it makes. */
export type PackedEntry = [name: string, at: number, packedSize: number, size: number, deflated: boolean];

/** Files that the frame inflates when they are first asked for: most of a large package, at its start. */
export interface PackedRest {
  bytes: ArrayBuffer;
  entries: PackedEntry[];
}

/** Code that only some packages need, sent as text. */
export interface FrameParts {
  /** Finds the imports of a module. */
  lexer: string | null;
  /** IndexedDB in memory. */
  databases: string | null;
  /** The engine of QuickJS apps and the page around it. */
  quickjs: string | null;
  /** Not all code was looked through before the start: the first two wait until something asks for them. */
  late: boolean;
}

/** What a dialog was answered in the life before this one; see the frame's dialogs. */
export interface DialogAnswer {
  kind: "confirm" | "prompt";
  message: string;
  value: boolean | string | null;
}

export interface WebxdcSetup {
  selfAddr: string;
  selfName: string;
  /** JSON of each update so far, oldest first. */
  updates: string[];
}

export interface StartMessage {
  type: "start";
  app: { id: string; name: string; version: string };
  /** Under which this app knows the person. */
  personId: string;
  /** File that is the page (html) or the module that the page is made for. */
  entry: { kind: "html" | "module"; file: string };
  query: string;
  hash: string;
  files: UnpackedFile[];
  rest: PackedRest | null;
  parts: FrameParts;
  storage: Record<"local" | "session" | "cookies" | "databases" | "values", AreaPairs>;
  theme: Theme;
  locale: string;
  capabilities: string[];
  /** JSON that the app gave when it was suspended. */
  state: string | null;
  answers: DialogAnswer[];
  webxdc: WebxdcSetup | null;
  /** For an app that runs in QuickJS instead of a page. */
  quickjs: QuickjsSetup | null;
}

/** A pointer event that the host saw while the pointer was locked to the frame. */
export interface LockedPointerEvent {
  kind: "mousemove" | "mousedown" | "mouseup" | "wheel";
  movementX: number;
  movementY: number;
  button: number;
  buttons: number;
  deltaX: number;
  deltaY: number;
  keys: { alt: boolean; ctrl: boolean; meta: boolean; shift: boolean };
}

export interface GamepadSnapshot {
  index: number;
  id: string;
  mapping: string;
  timestamp: number;
  axes: number[];
  buttons: { pressed: boolean; touched: boolean; value: number }[];
}

export interface EgressResponse {
  req_id: string;
  status: number;
  statusText: string;
  headers: [string, string][];
  body: string | null;
  bodyEncoding: "text" | "base64";
  error: string | null;
}

export type ToFrame =
  | StartMessage
  /** After the start: how large the frame is in its place. The page begins when it is. */
  | { type: "placed"; width: number; height: number }
  | { type: "ping"; n: number }
  /** Save and answer with `farewell`; the frame goes afterwards. */
  | { type: "unload"; n: number; keepState: boolean }
  | { type: "result"; id: number; value: unknown }
  | { type: "fault"; id: number; code: string; message: string }
  | { type: "theme"; theme: Theme }
  | { type: "locale"; locale: string }
  | { type: "fullscreen"; on: boolean }
  | { type: "pointerLock"; on: boolean }
  | { type: "pointer"; events: LockedPointerEvent[] }
  | { type: "gamepads"; pads: (GamepadSnapshot | null)[] }
  | { type: "focus" }
  /** Something of the shell lies over the frame: the app must leave the focus alone. */
  | { type: "covered"; on: boolean }
  | { type: "storageFull"; usedBytes: number }
  | { type: "xdcUpdate"; update: string; serial: number };
