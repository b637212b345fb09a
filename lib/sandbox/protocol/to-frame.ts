/**
 * Messages from a host to its frame. The frame takes its port only from its parent, which is the shell (frame-ancestors), so
 * these messages are trusted: typed, not parsed.
 */
import type { DeviceSetup } from "@/lib/sandbox/protocol/device-data";
import type { QuickjsSetup } from "@/lib/sandbox/protocol/quickjs";
import type { RoomSetup, RoomToFrame } from "@/lib/sandbox/protocol/room";
import type { KeyCombination } from "@/lib/sandbox/protocol/shell-keys";
import type { AreaPairs, FrameStorageChange } from "@/lib/sandbox/protocol/storage";

export type Theme = "light" | "dark";

/** A file of a package. The bytes are transferred, not copied. */
export type UnpackedFile = [name: string, bytes: ArrayBuffer];

/** The offset, compressed size and uncompressed size of a file in the bytes of `PackedRest`. */
export type PackedEntry = [name: string, at: number, packedSize: number, size: number, deflated: boolean];

/** Files that the frame inflates on first use: most of a large package. */
export interface PackedRest {
  bytes: ArrayBuffer;
  entries: PackedEntry[];
}

/** A file that the frame asks for with `file`. */
export type RemoteEntry = [name: string, size: number, deflated: boolean, crc: number];

/** A piece of it: the next packed bytes, in `bytes`, which are transferred, from `at` on. */
export interface SentPiece {
  bytes: ArrayBuffer;
  at: number;
  length: number;
  isLast: boolean;
}

/** Source code that only some packages need. */
export interface FrameParts {
  /** The parser of module imports. */
  lexer: string | null;
  /** IndexedDB in memory. */
  databases: string | null;
  /** `gum.shared`. */
  shared: string | null;
  /** Sends what the app prints as trees. */
  console: string | null;
  /** The engine of QuickJS apps and its page. */
  quickjs: string | null;
  /** Some code was not scanned before the start: `lexer` and `databases` are loaded on first use. */
  late: boolean;
}

/** The answer to a dialog of the previous page; see the frame's dialogs. */
export interface DialogAnswer {
  kind: "confirm" | "prompt";
  message: string;
  value: boolean | string | null;
}

export interface WebxdcSetup {
  selfAddr: string;
  selfName: string;
  /** All updates as JSON, oldest first; in a room its log has them. */
  updates: string[];
}

export interface StartMessage {
  type: "start";
  app: { id: string; name: string; version: string };
  /** The id by which this app knows the user. */
  personId: string;
  /** The page (html), or the module to load in an empty page. */
  entry: { kind: "html" | "module"; file: string };
  place: {
    /** The file that is shown when nothing else is asked for. */
    main: string;
    /** The path that the page sees, where it is not that of its file. */
    path: string | null;
    query: string;
    hash: string;
    /** What the previous page sent as its history. */
    history: string | null;
  };
  files: UnpackedFile[];
  rest: PackedRest | null;
  /** Of a large package. */
  remote: RemoteEntry[];
  parts: FrameParts;
  storage: Record<"local" | "session" | "cookies" | "databases" | "values", AreaPairs>;
  /** Databases that are too large for the account; null where the device keeps none. */
  device: DeviceSetup | null;
  theme: Theme;
  locale: string;
  capabilities: string[];
  /** Whether the frame's policy allows `eval`. */
  evaluates: boolean;
  /** JSON that the app returned when it was suspended. */
  state: string | null;
  /** What the run starts from; `state` is JSON, `href` a fragment or empty. */
  moment: { state: string; href: string } | null;
  answers: DialogAnswer[];
  webxdc: WebxdcSetup | null;
  room: RoomSetup | null;
  /** Of the shell, for the frame to pass on. */
  shortcuts: readonly KeyCombination[];
  /** Set for an app that runs in QuickJS. */
  quickjs: QuickjsSetup | null;
}

/** A pointer event that the host received while the pointer was locked to the frame. */
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
  /** The size of the frame after the start. The page starts once the frame has it. */
  | { type: "placed"; width: number; height: number }
  | { type: "ping"; n: number }
  /** Save and reply with `unload`; the host then removes the frame. */
  | { type: "unload"; n: number; keepState: boolean }
  | { type: "result"; id: number; value: unknown }
  | { type: "fault"; id: number; code: string; message: string }
  | { type: "theme"; theme: Theme }
  | { type: "locale"; locale: string }
  | { type: "fullscreen"; on: boolean }
  | { type: "pointerLock"; on: boolean }
  | { type: "pointer"; events: LockedPointerEvent[] }
  /** Null while the app is not in front. */
  | { type: "gamepads"; pads: (GamepadSnapshot | null)[] | null }
  /** Of the address by which the person has come to the running app. */
  | { type: "fragment"; hash: string }
  | { type: "focus" }
  /** The shell covers the frame: the app must not take the focus. */
  | { type: "covered"; on: boolean }
  /** The person has left the app with the keyboard: it must not take the focus back. */
  | { type: "left" }
  /** Instead of those of the start. */
  | { type: "shortcuts"; shortcuts: readonly KeyCombination[] }
  | { type: "storageFull"; usedBytes: number }
  /** Another tab changed the data. */
  | { type: "storageChanged"; changes: FrameStorageChange[] }
  | { type: "xdcUpdate"; update: string; serial: number }
  | RoomToFrame;
