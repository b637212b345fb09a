/** Databases of a run that are too large for the account, and what the account knows of them. */
import { CallRefused } from "@/lib/sandbox/host/host-calls";
import type { RunnerEvent } from "@/lib/sandbox/host/runner-events";
import type { StorageMirror } from "@/lib/sandbox/host/storage/storage-mirror";
import { writerId } from "@/lib/sandbox/host/storage/writer-id";
import type { DeviceRows, DeviceSetup, PageChange } from "@/lib/sandbox/protocol/device-data";
import { DEVICES_KEY, parseDevices, type KeptOnDevice } from "@/lib/storage/device-contract";
import { deviceOf } from "@/lib/storage/rules";

/** Where this browser keeps an app's large databases, for one person. */
export interface DeviceStore {
  /** Takes them over from other tabs. @throws if this browser keeps nothing */
  open(): Promise<DeviceSetup & { run: DeviceRun }>;
}

/** Each rejects with an error whose `code` is `quota`, `lost` (another tab has the app) or `failed`. */
export interface DeviceRun {
  readonly usedBytes: number;
  rows(database: string, rows: ArrayBuffer[]): Promise<number>;
  commit(database: string, change: { schema: string; pages: PageChange[] }): Promise<void>;
  read(database: string, from: DeviceRows["next"]): Promise<DeviceRows>;
  drop(database: string): Promise<void>;
  close(): Promise<void>;
}

interface AppDeviceOptions {
  store: DeviceStore | null;
  emit: (event: RunnerEvent) => void;
  /** What is kept cannot be read. */
  onUnreadable: (message: string) => void;
}

/** Changes of size below this are not worth a save. */
const MARK_BYTES = 1024 * 1024;

export class AppDevice {
  readonly #options: AppDeviceOptions;
  /** Null where nothing is kept. */
  setup: DeviceSetup | null = null;
  #run: DeviceRun | null = null;
  #mirror: StorageMirror | null = null;
  #others: KeptOnDevice[] = [];
  #marked = 0;
  #writer = "";
  #done: Promise<void> = Promise.resolve();

  constructor(options: AppDeviceOptions) {
    this.#options = options;
  }

  /** @throws if databases are here that cannot be opened */
  open(mirror: StorageMirror): Promise<void> {
    return this.#inOrder(() => this.#open(mirror));
  }

  close(): Promise<void> {
    return this.#inOrder(() => this.#close());
  }

  async #open(mirror: StorageMirror): Promise<void> {
    await this.#close();
    const { store, emit } = this.#options;
    if (!store) return;
    const writer = (this.#writer = await writerId());
    const known = parseDevices(mirror.snapshot().values.find(([key]) => key === DEVICES_KEY)?.[1]);
    this.#mirror = mirror;
    this.#others = known.filter((one) => one.writer !== writer);
    this.#marked = known.find((one) => one.writer === writer)?.bytes ?? 0;
    try {
      const { run, ...setup } = await store.open();
      this.#run = run;
      this.setup = setup;
      const isGone = this.#marked > 0 && run.usedBytes === 0;
      const [other] = this.#others;
      if (isGone) emit({ type: "device", place: "gone", device: null, bytes: this.#marked });
      else if (run.usedBytes === 0 && other)
        emit({ type: "device", place: "elsewhere", device: deviceOf(other.writer), bytes: other.bytes });
      this.#mark();
    } catch (error) {
      // An app that misses its data would begin anew.
      if (this.#marked > 0) throw error;
    }
  }

  async #close(): Promise<void> {
    const run = this.#run;
    this.#run = null;
    this.#mirror = null;
    this.setup = null;
    await run?.close();
  }

  rows(database: string, rows: ArrayBuffer[]): Promise<number> {
    return refusing(this.#opened().rows(database, rows));
  }

  async commit(database: string, change: { schema: string; pages: PageChange[] }): Promise<void> {
    await refusing(this.#opened().commit(database, change));
    this.#mark();
  }

  async read(database: string, from: DeviceRows["next"]): Promise<DeviceRows> {
    try {
      return await refusing(this.#opened().read(database, from));
    } catch (error) {
      if (error instanceof CallRefused && error.code === "failed") this.#options.onUnreadable(error.message);
      throw error;
    }
  }

  async drop(database: string): Promise<void> {
    await refusing(this.#opened().drop(database));
    this.#mark();
  }

  #inOrder(work: () => Promise<void>): Promise<void> {
    const done = this.#done.then(work);
    this.#done = done.catch(() => undefined);
    return done;
  }

  /** Informs the account and the person of what is here. */
  #mark(): void {
    if (!this.#run) return;
    const bytes = this.#run.usedBytes;
    if (bytes > 0) this.#options.emit({ type: "device", place: "here", device: null, bytes });
    const isSimilar = Math.abs(bytes - this.#marked) < Math.max(MARK_BYTES, this.#marked / 10);
    if (isSimilar && bytes > 0 === this.#marked > 0) return;
    // What the browser has not been asked to keep it may delete when it needs room.
    if (this.#marked === 0) void navigator.storage?.persist?.().catch(() => false);
    this.#marked = bytes;
    const all = [...this.#others, ...(bytes ? [{ writer: this.#writer, bytes }] : [])];
    const value = all.length ? JSON.stringify(all) : null;
    this.#mirror?.accept([{ area: "values", key: DEVICES_KEY, value }]);
  }

  #opened(): DeviceRun {
    if (!this.#run) throw new CallRefused("unavailable", "This browser keeps no databases.");
    return this.#run;
  }
}

/** @throws CallRefused */
async function refusing<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const { code } = error as { code?: unknown };
    const message = error instanceof Error ? error.message : "";
    throw new CallRefused(typeof code === "string" ? code : "failed", message);
  }
}
