import { SharedMapError, type LogEntry, type LogUpdate, type RoomLog } from "./room-log";

/** Of the app's saved data. The app does not see these keys. */
const PREFIX = "\u0000shared:";
const STATE = `${PREFIX}state`;
const UPDATE = `${PREFIX}update:`;
/** Saving is batched anyway. */
const SEND_INTERVAL_MS = 100;
const PAYLOAD_MAX = 128 * 1024;

/** Where the app's data is saved. */
export interface SavedValues {
  read(key: string): unknown;
  /** Throws if the storage is full. */
  write(key: string, value: string | undefined): void;
  keys(prefix: string): string[];
  onChange(listener: (change: { key: string; value: unknown }) => void): () => void;
}

/**
 * The log of an app that runs without a room: one person's, saved with the app's data. Each update has a key of its own, so
 * that two tabs do not overwrite each other's.
 */
export function openAloneLog(values: SavedValues, tab: string): RoomLog {
  const state = values.read(STATE);
  // Keys in the order of their serials, in which every update comes after those that it builds on.
  const saved = values.keys(UPDATE);
  const keys = new Map<number, string>();
  let listener: ((entry: LogEntry) => void) | null = null;
  let serial = typeof state === "string" ? 1 : 0;

  /** Takes up an update that is saved under this key. */
  const append = (key: string, payload: unknown): LogUpdate => {
    serial += 1;
    keys.set(serial, key);
    // Nobody else can write here: an earlier run may have had another address.
    return { serial, from: null, payload: payload as string };
  };
  const first = serial;
  const entries: LogEntry[] = [
    ...(typeof state === "string" ? [{ serial: first, snapshot: state }] : []),
    ...saved.map((key) => append(key, values.read(key))),
  ];
  const own = new Set<string>();
  values.onChange(({ key, value }) => {
    if (key.startsWith(UPDATE) && value !== undefined && !own.has(key)) listener?.(append(key, value));
  });

  return {
    me: "",
    isClosed: false,
    sendInterval: SEND_INTERVAL_MS,
    payloadMax: PAYLOAD_MAX,
    head: serial,
    send: async (payload) => {
      const next = serial + 1;
      const key = `${UPDATE}${String(next).padStart(9, "0")}:${tab}`;
      own.add(key);
      try {
        values.write(key, payload);
      } catch {
        throw new SharedMapError("room_full", "The storage of this app is full.");
      }
      listener?.(append(key, payload));
      return { serial: next };
    },
    listen: (_, deliver) => {
      listener = deliver;
      for (const entry of entries) deliver(entry);
      return () => (listener = null);
    },
    snapshot: async (upTo, text) => {
      for (const [at, key] of keys) {
        if (at > upTo) continue;
        values.write(key, undefined);
        keys.delete(at);
      }
      values.write(STATE, text);
    },
  };
}
