/**
 * The room of a run, as the host passes it on to the frame.
 *
 * Trust model: the app speaks for the person in this one room and in no other: the frame names no room and no author. What it
 * sends is bounded in size by the protocol, in number by the sender's queue and by what may be under way here.
 */
import { CallRefused } from "@/lib/sandbox/host/host-calls";
import type {
  FrameRoomSnapshot,
  FrameRoomUpdate,
  RoomHistory,
  RoomSend,
  RoomSetup,
} from "@/lib/sandbox/protocol/room";
import type { ToFrame } from "@/lib/sandbox/protocol/to-frame";
import type { ToHost } from "@/lib/sandbox/protocol/to-host";

export interface AppRoomMember {
  address: string;
  /** Empty for people who do not show it to the app. */
  name: string;
  isOwner: boolean;
}

export type AppRoomNews =
  | { type: "updates"; updates: readonly FrameRoomUpdate[] }
  | { type: "snapshot"; snapshot: FrameRoomSnapshot }
  /** Base64. */
  | { type: "channel"; from: string; messages: readonly string[] }
  | { type: "status"; people: number; isClosed: boolean; refused: string | null }
  /** What `unsent` has named is in the log, or, without a serial, will never be. */
  | { type: "settled"; key: string; serial: number | null; code: string; message: string };

export interface AppRoomContent {
  payload: string;
  info?: string;
  summary?: string;
  document?: string;
  href?: string;
  notify?: Record<string, string>;
}

/** The connection to a room. Calls reject with an error that has the `code` of the refusal. */
export interface AppRoom {
  readonly id: string;
  readonly me: string;
  /** As others in the room see it; empty if the person does not show it. */
  readonly name: string;
  readonly sendIntervalMs: number;
  readonly payloadMaxBytes: number;
  /** Own updates of earlier runs that wait to be sent, in order. */
  unsent?(): Promise<readonly RoomSetup["unsent"][number][]>;
  start(): Pick<RoomSetup, "snapshot" | "updates" | "head" | "people" | "isClosed" | "refused">;
  subscribe(listener: (news: AppRoomNews) => void): () => void;
  send(content: AppRoomContent): Promise<{ serial: number }>;
  putSnapshot(snapshot: FrameRoomSnapshot): Promise<void>;
  history(upTo: number): Promise<RoomHistory>;
  /** A page of them, from a position on, or those of these addresses. */
  members(which: number | readonly string[]): Promise<AppRoomMember[]>;
  sendToChannel(message: string): void;
  close(): void;
}

export type RoomMessage = Extract<ToHost, { type: `room${string}` }>;

/** With this code a room refuses people who may not use its app any more. */
export const APP_GONE = "unknown_app";

/** Snapshots of one app in flight. */
const SNAPSHOTS_MAX = 2;

/** What is known of the room when a frame starts. */
export function setupOf(room: AppRoom, name: string, unsent: RoomSetup["unsent"]): RoomSetup {
  const { id, me, sendIntervalMs, payloadMaxBytes } = room;
  return { id, me, name, sendIntervalMs, payloadMaxBytes, unsent, ...room.start() };
}

/** The part of a frame session that is about its room. */
export class RoomSession {
  readonly #room: AppRoom;
  readonly #send: (message: ToFrame) => void;
  readonly #onAppGone: () => void;
  readonly #unsubscribe: () => void;
  #isListening = false;
  #snapshots = 0;
  #isReadingHistory = false;

  /** @param onAppGone called when the room ends because nobody may use the app any more */
  constructor(room: AppRoom, send: (message: ToFrame) => void, onAppGone: () => void) {
    this.#room = room;
    this.#send = send;
    this.#onAppGone = onAppGone;
    this.#unsubscribe = room.subscribe((news) => this.#emit(news));
  }

  handle(message: RoomMessage): void {
    switch (message.type) {
      case "roomSend":
        return void this.#answer(message.id, () => this.#room.send(contentOf(message)));
      case "roomSnapshot":
        return void this.#answer(message.id, () => this.#putSnapshot(message));
      case "roomHistory":
        return void this.#answer(message.id, () => this.#readHistory(message.upTo));
      case "roomListen":
        this.#isListening = message.on;
        return;
      case "roomChannel":
        return this.#room.sendToChannel(message.message);
    }
  }

  close(): void {
    this.#unsubscribe();
  }

  async #putSnapshot({ serial, state }: FrameRoomSnapshot): Promise<null> {
    if (this.#snapshots >= SNAPSHOTS_MAX) throw new CallRefused("too_many", "A snapshot is on its way.");
    this.#snapshots += 1;
    try {
      await this.#room.putSnapshot({ serial, state });
      return null;
    } finally {
      this.#snapshots -= 1;
    }
  }

  async #readHistory(upTo: number): Promise<RoomHistory> {
    if (this.#isReadingHistory) throw new CallRefused("too_many", "The history is on its way.");
    this.#isReadingHistory = true;
    try {
      return await this.#room.history(upTo);
    } finally {
      this.#isReadingHistory = false;
    }
  }

  #emit(news: AppRoomNews): void {
    switch (news.type) {
      case "updates":
        return this.#send({ type: "roomUpdates", updates: news.updates });
      case "snapshot":
        return this.#send({ type: "roomReset", snapshot: news.snapshot });
      case "channel":
        if (this.#isListening) this.#send({ type: "roomHeard", from: news.from, messages: news.messages });
        return;
      case "status":
        if (news.refused === APP_GONE) return this.#onAppGone();
        return this.#send({ ...news, type: "roomStatus" });
      case "settled":
        return this.#send({ ...news, type: "roomSettled" });
    }
  }

  async #answer(id: number, call: () => Promise<unknown>): Promise<void> {
    try {
      this.#send({ type: "result", id, value: await call() });
    } catch (error) {
      const { code, message } = error as { code?: unknown; message?: unknown };
      const text = typeof message === "string" ? message : "The room did not take it.";
      this.#send({ type: "fault", id, code: typeof code === "string" ? code : "failed", message: text });
    }
  }
}

function contentOf({ payload, info, summary, document, href, notify }: RoomSend): AppRoomContent {
  return {
    payload,
    ...(info !== null && { info }),
    ...(summary !== null && { summary }),
    ...(document !== null && { document }),
    ...(href !== null && { href }),
    // From pairs, so that no address is special.
    ...(notify !== null && { notify: Object.fromEntries(notify) }),
  };
}
