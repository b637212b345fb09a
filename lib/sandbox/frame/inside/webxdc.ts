/** `window.webxdc` for `.xdc` packages: a view of the room, or a single peer without one. See https://webxdc.org/docs/spec. */
import { onHostMessage, sendToHost } from "@/lib/sandbox/frame/inside/channel";
import { typeOfFile } from "@/lib/sandbox/frame/inside/paths";
import { define, realm } from "@/lib/sandbox/frame/inside/realm";
import type { FrameRoom } from "@/lib/sandbox/frame/inside/room";
import { fromBase64 } from "@/lib/sandbox/frame/inside/shared/base64";
import type { WebxdcSetup } from "@/lib/sandbox/protocol/to-frame";

interface SentUpdate extends Record<string, unknown> {
  payload?: unknown;
}
interface Update {
  payload: unknown;
  serial: number;
  max_serial: number;
}
type UpdateListener = (update: Update) => void;

/** Where updates go and come from. */
interface Peers {
  sendInterval: number;
  maxBytes: number;
  /** @param text the update as JSON */
  send(update: SentUpdate, text: string, description: string): void;
  /** Resolves once everything that was there at the call was delivered. */
  listen(callback: UpdateListener, serial: number): Promise<void>;
  all(): Promise<Update[]>;
  joinChannel(): {
    send(data: Uint8Array): void;
    listen(listener: (data: Uint8Array) => void): void;
    leave(): void;
  };
}

const ALONE_MAX_BYTES = 128_000;
const ALONE_INTERVAL_MS = 1_000;

export function installWebxdc(setup: WebxdcSetup, room: FrameRoom | null): void {
  const peers = room ? inRoom(room) : alone(setup);
  define(window, "webxdc", {
    selfAddr: setup.selfAddr,
    selfName: setup.selfName,
    sendUpdateInterval: peers.sendInterval,
    sendUpdateMaxSize: peers.maxBytes,
    sendUpdate(update: unknown, description: unknown = "") {
      if (typeof update !== "object" || update === null) throw new TypeError("An update is an object.");
      const text = JSON.stringify(update);
      if (new realm.TextEncoder().encode(text).length > peers.maxBytes)
        throw new RangeError(`The update is larger than ${Math.floor(peers.maxBytes / 1_000)} KB.`);
      peers.send(update as SentUpdate, text, String(description));
    },
    setUpdateListener: async (callback: UpdateListener, serial: unknown = 0) =>
      peers.listen(callback, Number(serial) || 0),
    getAllUpdates: () => peers.all(),
    sendToChat,
    importFiles,
    joinRealtimeChannel: channelJoiner(peers),
  });
}

/** The updates are those of the room's log. */
function inRoom(room: FrameRoom): Peers {
  const follow = (callback: UpdateListener, serial: number) => {
    const known = room.head;
    const isDone = (at: number): boolean => at >= known || room.isRefused;
    let stop = (): void => {};
    const caughtUp = new Promise<void>((resolve) => {
      stop = room.follow(serial, (delivery) => {
        // An app made for webxdc writes no snapshots.
        if ("payload" in delivery) callback(asUpdate(delivery, room.head));
        if (isDone(delivery.serial)) resolve();
      });
      room.onChange(() => room.isRefused && resolve());
      if (isDone(serial)) resolve();
    });
    return { caughtUp, stop };
  };
  return {
    sendInterval: room.sendInterval,
    maxBytes: room.payloadMax,
    send({ payload, info, summary, document, href, notify }) {
      // What the room refuses is said by the page around the app.
      room.send(payload ?? null, { info, summary, document, href, notify }).catch(() => undefined);
    },
    listen: (callback, serial) => follow(callback, serial).caughtUp,
    async all() {
      const updates: Update[] = [];
      const { caughtUp, stop } = follow((update) => updates.push(update), 0);
      await caughtUp;
      stop();
      return updates;
    },
    joinChannel: () => room.openChannel(),
  };
}

function asUpdate(
  delivery: { serial: number; payload: unknown } & Record<string, unknown>,
  head: number,
): Update {
  const update: Record<string, unknown> = { payload: delivery.payload, serial: delivery.serial };
  for (const name of ["info", "summary", "document", "href"])
    if (delivery[name] !== undefined) update[name] = delivery[name];
  return { ...update, max_serial: Math.max(head, delivery.serial) } as Update;
}

/** The host stores the updates, and there are no other peers. */
function alone(setup: WebxdcSetup): Peers {
  const log = setup.updates.map((text) => JSON.parse(text) as Record<string, unknown>);
  let listener: UpdateListener | null = null;
  const numbered = (update: Record<string, unknown>, serial: number): Update =>
    ({ ...update, serial, max_serial: log.length }) as unknown as Update;
  onHostMessage("xdcUpdate", ({ update }) => {
    log.push(JSON.parse(update) as Record<string, unknown>);
    listener?.(numbered(log.at(-1)!, log.length));
  });
  return {
    sendInterval: ALONE_INTERVAL_MS,
    maxBytes: ALONE_MAX_BYTES,
    send: (_, update, description) => sendToHost({ type: "xdcUpdate", update, description }),
    async listen(callback, serial) {
      listener = callback;
      for (let index = serial; index < log.length; index += 1) callback(numbered(log[index]!, index + 1));
    },
    all: async () => log.map((update, index) => numbered(update, index + 1)),
    // Messages are dropped, as the specification allows.
    joinChannel: () => ({ send() {}, listen() {}, leave() {} }),
  };
}

/** `joinRealtimeChannel`: one at a time, and a channel that was left is of no use any more. */
function channelJoiner(peers: Peers) {
  let isJoined = false;
  return () => {
    if (isJoined) throw new Error("The realtime channel is joined already.");
    isJoined = true;
    let hasLeft = false;
    let listener: ((data: Uint8Array) => void) | null = null;
    const channel = peers.joinChannel();
    channel.listen((data) => listener?.(data));
    const refuseLeft = (): void => {
      if (hasLeft) throw new Error("The realtime channel was left.");
    };
    return {
      setListener(next: (data: Uint8Array) => void) {
        refuseLeft();
        listener = next;
      },
      send(data: unknown) {
        refuseLeft();
        if (!(data instanceof Uint8Array)) throw new TypeError("A Uint8Array is expected.");
        channel.send(data);
      },
      leave() {
        refuseLeft();
        hasLeft = true;
        isJoined = false;
        listener = null;
        channel.leave();
      },
    };
  };
}

interface ChatFile {
  name: string;
  blob?: Blob;
  base64?: string;
  plainText?: string;
}

interface ChatContent {
  text?: string;
  file?: ChatFile;
}

/** Opens the composer: a post carries text and pictures. */
async function sendToChat(content: ChatContent): Promise<void> {
  const { text, file } = content ?? {};
  if (!text && !file) throw new TypeError("sendToChat needs a text or a file.");
  const bodies = [file?.blob, file?.base64, file?.plainText].filter((body) => body !== undefined);
  if (file && (!file.name || bodies.length !== 1))
    throw new TypeError("A file has a name, and one of blob, base64 and plainText.");
  const words = [text, file?.plainText].filter(Boolean).join("\n\n");
  const image = file && pictureOf(file);
  await window.gum.compose({ text: words, ...(image ? { image } : {}) });
}

/** The composer goes by the type, which only the file's name has in the usual case. */
function pictureOf({ name, blob, base64 }: ChatFile): Blob | undefined {
  const bytes = blob ?? (base64 === undefined ? undefined : new Blob([fromBase64(base64)]));
  return bytes && (bytes.type ? bytes : new Blob([bytes], { type: typeOfFile(name) }));
}

function importFiles({
  mimeTypes = [] as string[],
  extensions = [] as string[],
  multiple = false,
} = {}): Promise<File[]> {
  const input = document.createElement("input");
  input.type = "file";
  input.accept = [...mimeTypes, ...extensions].join(",");
  input.multiple = multiple;
  return new Promise((resolve) => {
    input.addEventListener("change", () => resolve([...(input.files ?? [])]));
    input.addEventListener("cancel", () => resolve([]));
    input.click();
  });
}
