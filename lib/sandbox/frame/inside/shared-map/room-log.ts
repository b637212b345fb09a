/** What the shared map needs of a room: an ordered log of texts. `gum.room` is one; an app without a room has one of its own. */
export interface RoomLog {
  /** The own address in the room. */
  readonly me: string;
  /** Nothing can be sent any more. */
  readonly isClosed: boolean;
  /** Milliseconds between two updates. */
  readonly sendInterval: number;
  /** Bytes of UTF-8. */
  readonly payloadMax: number;
  /** The newest serial when the room was opened; unknown if missing. */
  readonly head?: number;
  /**
   * Settles when the log has the update, and stays pending while there is no connection. Updates get into the log in the
   * order of the calls. Rejects with an error that has a `code`.
   */
  send(payload: string): Promise<{ serial: number }>;
  /** What earlier runs of the person sent and the log does not have yet, in order. */
  readonly unsent?: readonly { payload: string; sent: Promise<unknown> }[];
  /** Calls with each update after a serial, in order; first with a snapshot if some of them are compacted. */
  listen(from: number, listener: (entry: LogEntry) => void): () => void;
  snapshot(serial: number, state: string): Promise<void>;
  /** Where the snapshot of this serial cannot be read: an older one, if there is one, and the updates from there to it. */
  recover?(serial: number): Promise<LogEntry[]>;
}

export interface LogUpdate {
  readonly serial: number;
  /** The address of its author; null if the account is gone. */
  readonly from: string | null;
  readonly payload: string;
}

export interface LogSnapshot {
  readonly serial: number;
  readonly snapshot: string;
}

export type LogEntry = LogUpdate | LogSnapshot;

/** Of the realm, which the app cannot replace. */
export interface Clock {
  setTimeout(work: () => void, ms: number): unknown;
  /** Milliseconds. */
  now(): number;
  /** Between 0 and 1. */
  random(): number;
}

/** An error with a stable code, like those of the host. */
export class SharedMapError extends Error {
  override name = "SharedMapError";
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}
