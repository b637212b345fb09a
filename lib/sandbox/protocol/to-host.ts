/** Messages from a frame to its host. */
import {
  blob,
  boolean,
  clipped,
  either,
  list,
  message,
  nullable,
  number,
  object,
  oneOf,
  pair,
  text,
  type Message,
  type Parser,
} from "@/lib/sandbox/protocol/schema";
import { boundingTrees } from "@/lib/sandbox/protocol/console-tree";
import { deviceCalls } from "@/lib/sandbox/protocol/device-data";
import { ROOM_ADDRESS_CHARS, ROOM_MEMBERS_MAX } from "@/lib/sandbox/protocol/room";
import {
  CARD_BARS_MAX,
  CARD_LINES_MAX,
  CARD_PEOPLE_MAX,
  CARD_PICTURE_MAX_BYTES,
  CARD_TEXT_CHARS,
  CARD_VALUE_MAX,
  CLIPBOARD_CHARS,
  COMPOSE_CHARS,
  CONSOLE_BATCH_MAX,
  CONSOLE_LINE_CHARS,
  DIALOG_CHARS,
  EGRESS_BODY_CHARS,
  FILE_NAME_CHARS,
  HREF_CHARS,
  IMAGE_MAX_BYTES,
  LIVE_STATE_MAX_CHARS,
  MOMENT_STATE_MAX_BYTES,
  NOTICE_CHARS,
  PROTOCOL_VERSION,
  SAVE_MAX_BYTES,
  SCORE_BOARD_CHARS,
  SCORE_LOG_CHARS,
  SCORE_VALUE_MAX,
  STATE_MAX_CHARS,
  TEXT_LINE_CHARS,
  HISTORY_CHARS,
  URL_CHARS,
} from "@/lib/sandbox/protocol/limits";
import { roomVariants } from "@/lib/sandbox/protocol/room";
import { storageChanges } from "@/lib/sandbox/protocol/storage";

const id = number(1, Number.MAX_SAFE_INTEGER);
const line = clipped(TEXT_LINE_CHARS);

/** The only window message of a run; all others use the port. */
export const parseHello = object({
  gum: oneOf("hello"),
  version: oneOf(PROTOCOL_VERSION),
  secret: text(64),
});

/** The result of a probe frame: whether this browser enforces `Connection-Allowlist`. */
export const parseProbe = object({ gum: oneOf("probe"), secret: text(64), enforced: boolean });

const variants = {
  /** The frame has its port and waits for `start`. */
  ready: object({}),
  /** The page is being written. */
  started: object({ prepareMs: number(0, 1e7) }),
  /** First visible content. */
  shown: object({}),
  /** The page's load event has fired. `blank`: nothing is visible or interactive. */
  loaded: object({ blank: boolean }),
  problem: object({
    kind: oneOf("start", "error", "rejection"),
    message: line,
    source: line,
    line: number(0, 1e9),
    stack: line,
    blank: boolean,
  }),
  violation: object({ directive: line, uri: line, source: line }),
  console: object({
    entries: boundingTrees((tree) =>
      list(
        object({
          level: oneOf("debug", "log", "info", "warn", "error"),
          text: clipped(CONSOLE_LINE_CHARS),
          time: number(0, 1e15),
          tree: nullable(tree),
        }),
        CONSOLE_BATCH_MAX,
      ),
    ),
    dropped: number(0, 1e9),
  }),
  storage: storageChanges,
  title: object({ title: clipped(200) }),
  /** Where the app is now, without a navigation. */
  place: object({
    /** The page of that path. */
    entry: text(1_024),
    path: text(URL_CHARS),
    mount: nullable(text(URL_CHARS)),
    query: text(URL_CHARS),
    hash: text(URL_CHARS),
    history: text(HISTORY_CHARS),
  }),
  /** Navigates to another page of the package or reloads. */
  navigate: object({
    entry: text(1_024),
    path: text(URL_CHARS),
    mount: nullable(text(URL_CHARS)),
    query: text(URL_CHARS),
    hash: text(URL_CHARS),
    history: text(HISTORY_CHARS),
    /** Dialogs that the user has answered; the next page gets these answers at once. */
    answers: list(
      object({
        kind: oneOf("confirm", "prompt"),
        message: clipped(DIALOG_CHARS),
        value: nullable(either(boolean, text(DIALOG_CHARS))),
      }),
      20,
    ),
  }),
  /** Asks for the packed bytes of a remote file from `from` on; answered with `result`, a SentPiece, or `fault`. */
  file: object({ id, name: text(FILE_NAME_CHARS), from: number(0, Number.MAX_SAFE_INTEGER) }),
  /** The app needs a remote file at once: it starts again with the whole package. The last message of a frame. */
  needWhole: object({}),
  pong: object({ n: number(0, 1e12), heapBytes: nullable(number(0, 1e13)) }),
  /** The reply to the host's `unload`: the state to restore later, as JSON. */
  unload: object({ n: number(0, 1e12), state: nullable(text(STATE_MAX_CHARS)) }),
  /** The state of the running app; null while what the host has is out of date. */
  state: object({ state: nullable(text(LIVE_STATE_MAX_CHARS)) }),
  gumReady: object({}),
  /** A press of a shortcut of the shell, by its index, or of Escape, held or no longer. */
  shellKey: object({ shortcut: nullable(number(0, 100)), escape: nullable(boolean) }),
  /** The app polls gamepads; the host starts sending them. */
  gamepads: object({ on: boolean }),
  fullscreen: object({ on: boolean }),
  pointerLock: object({ on: boolean }),
  print: object({}),
  /** A call that the host answers with `result` or `fault`; `method` is a key of `calls`. */
  call: object({ id, method: text(32), params: ((value) => value) as Parser<unknown> }),
  ...roomVariants,
  /** Of a webxdc app without a room. */
  xdcUpdate: object({ update: text(128_000), description: clipped(1_000) }),
} as const;

export const parseToHost = message(variants);
export type ToHost = Message<typeof variants>;

/** The calls of a frame and their parameters. */
export const calls = {
  ...deviceCalls,
  alert: object({ message: clipped(DIALOG_CHARS) }),
  confirm: object({ message: clipped(DIALOG_CHARS) }),
  prompt: object({ message: clipped(DIALOG_CHARS), value: clipped(DIALOG_CHARS) }),
  openLink: object({ url: text(URL_CHARS) }),
  save: object({ name: clipped(255), file: blob(SAVE_MAX_BYTES) }),
  clipboardWrite: object({ text: text(CLIPBOARD_CHARS) }),
  clipboardRead: object({}),
  profile: object({}),
  roomMembers: object({
    from: number(0, 1e9),
    /** Instead of a page from there. */
    addresses: nullable(list(text(ROOM_ADDRESS_CHARS), ROOM_MEMBERS_MAX)),
  }),
  compose: object({ text: text(COMPOSE_CHARS), image: nullable(blob(IMAGE_MAX_BYTES)) }),
  /** Posts the state of the app, JSON text, for others to start from. */
  share: object({
    text: text(COMPOSE_CHARS),
    state: text(MOMENT_STATE_MAX_BYTES),
    href: nullable(text(HREF_CHARS)),
    image: nullable(blob(IMAGE_MAX_BYTES)),
    alt: clipped(CARD_TEXT_CHARS),
  }),
  /** `href`: where in the app it leads. */
  notify: object({ text: clipped(NOTICE_CHARS), href: nullable(text(HREF_CHARS)) }),
  /** What the room's post shows; null for nothing. */
  card: object({
    card: nullable(
      object({
        title: clipped(CARD_TEXT_CHARS),
        lines: list(clipped(CARD_TEXT_CHARS), CARD_LINES_MAX),
        bars: list(
          object({ label: clipped(CARD_TEXT_CHARS), value: number(0, CARD_VALUE_MAX) }),
          CARD_BARS_MAX,
        ),
        people: list(text(64), CARD_PEOPLE_MAX),
        image: nullable(blob(CARD_PICTURE_MAX_BYTES)),
        alt: clipped(CARD_TEXT_CHARS),
        /** The last update of the room that was delivered to the app. */
        serial: nullable(number(0, 1e9)),
      }),
    ),
  }),
  /** `proof`: of a script whose run is recorded; the number of its call, and its inputs. */
  scoreSubmit: object({
    board: text(SCORE_BOARD_CHARS),
    value: number(-SCORE_VALUE_MAX, SCORE_VALUE_MAX),
    proof: nullable(object({ call: number(1, 1e9), log: text(SCORE_LOG_CHARS) })),
  }),
  scoreTop: object({ board: text(SCORE_BOARD_CHARS), period: oneOf("today", "all"), following: boolean }),
  egress: object({
    req_id: text(64),
    ts: number(0, 1e15),
    method: text(16),
    url: text(URL_CHARS),
    headers: list(pair(text(256), text(URL_CHARS)), 64),
    body: nullable(text(EGRESS_BODY_CHARS)),
    bodyEncoding: oneOf("text", "base64"),
  }),
} as const;
export type Calls = typeof calls;
export type CallName = keyof Calls;
export type CallParams<N extends CallName> = ReturnType<Calls[N]>;
export type AppMoment = CallParams<"share">;
export type AppNotice = CallParams<"notify">;
export type AppScore = CallParams<"scoreSubmit">;
export type AppCard = NonNullable<CallParams<"card">["card"]>;

export function isCallName(name: string): name is CallName {
  return Object.hasOwn(calls, name);
}
