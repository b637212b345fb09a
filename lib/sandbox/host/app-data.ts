/** The data of a running app: its mirror, what of it outlives the tab, and what other tabs change meanwhile. */
import type { PreparedPackage } from "@/lib/sandbox/host/app-package";
import { LaunchError } from "@/lib/sandbox/host/launch-error";
import { AppDevice } from "@/lib/sandbox/host/storage/app-device";
import type { RunnerEvent } from "@/lib/sandbox/host/runner-events";
import { XDC_PREFIX, xdcKey } from "@/lib/sandbox/host/start-message";
import { openMirror, type MirrorOwner } from "@/lib/sandbox/host/storage/open-mirrors";
import { endOf, type Taker } from "@/lib/sandbox/host/storage/mirror-events";
import type { StorageMirror } from "@/lib/sandbox/host/storage/storage-mirror";
import { tabAreaOf, writeTabArea } from "@/lib/sandbox/host/storage/tab-area";
import { LASTING_AREAS, type AreaPairs, type FrameStorageChange } from "@/lib/sandbox/protocol/storage";
import type { ToFrame } from "@/lib/sandbox/protocol/to-frame";
import { DEVICES_KEY } from "@/lib/storage/device-contract";
import type { StorageChange, StorageEntry } from "@/lib/storage/contract";

interface AppDataOptions {
  owner: MirrorOwner;
  emit: (event: RunnerEvent) => void;
  send: (message: ToFrame) => void;
  /** Another browser or tab took the app over, or has saved other data. */
  onTaken: (by: Taker) => void;
  /** Newer data is stored, and the app is here: it must start again. */
  onStale: () => void;
  /** What this device keeps cannot be read. */
  onUnreadable: (message: string) => void;
}

export class AppData {
  readonly #options: AppDataOptions;
  /** What is too large for the account. */
  readonly device: AppDevice;
  #mirror: StorageMirror | null = null;
  /** One at a time: a second mirror would take the app from the first, as another tab does. */
  #opening: Promise<StorageMirror> | null = null;
  /** Which data this run has; undefined until it has read it, if nobody has named it. */
  #dataId: string | null | undefined;
  #replacement: FrameStorageChange[] | null = null;
  #xdcSerial = 0;
  #closed = false;
  /** The sessionStorage of the mirror before: it lasts as long as the app. */
  #session: AreaPairs = [];

  constructor(options: AppDataOptions) {
    this.#options = options;
    this.#dataId = options.owner.dataId;
    const { owner, emit, onUnreadable } = options;
    this.device = new AppDevice({ store: owner.device, emit, onUnreadable });
  }

  get conflict(): { by: Taker } | null {
    return this.#mirror?.conflict ?? null;
  }

  get isOpen(): boolean {
    return this.#mirror !== null;
  }

  /** The app's sessionStorage. */
  session(): AreaPairs {
    return this.#mirror?.snapshot().session ?? [];
  }

  /** The data of this device. */
  entries(): StorageEntry[] {
    return this.#mirror?.entries() ?? [];
  }

  /** Changes by somebody other than the app, which takes them up as those of another tab. @returns false if there is no room */
  edit(changes: StorageChange[]): boolean {
    const mirror = this.#mirror;
    if (!mirror) return false;
    mirror.accept(changes);
    const stored = mirror.snapshot();
    const isStored = changes.every(
      ({ area, key, value }) =>
        value === null || stored[area].some(([name, text]) => name === key && text === value),
    );
    if (isStored) this.#share(changes);
    return isStored;
  }

  /** The next start of the app finds these data instead of its own. */
  replaceAtStart(entries: readonly StorageEntry[], session: readonly [string, string][]): void {
    this.#replacement = [
      ...[...LASTING_AREAS, "session" as const].map((area) => ({ area, key: null, value: null })),
      ...entries,
      ...session.map(([key, value]) => ({ area: "session" as const, key, value })),
    ];
  }

  /** @throws LaunchError storage_failed */
  async open(): Promise<StorageMirror> {
    if (this.#mirror) return this.#replaced(this.#mirror);
    const opening = (this.#opening ??= this.#read());
    try {
      const mirror = await opening;
      if (this.#mirror === mirror) return mirror;
      if (this.#opening === opening && !this.#closed) return this.#use(mirror);
      // The app was left meanwhile, or has ended.
      await mirror.flush({ release: this.#closed });
      mirror.close();
    } finally {
      if (this.#opening === opening) this.#opening = null;
    }
    if (this.#closed) throw new LaunchError("storage_failed", "The app was closed.");
    return this.open();
  }

  #replaced(mirror: StorageMirror): StorageMirror {
    const replacement = this.#replacement;
    this.#replacement = null;
    if (replacement) mirror.accept(replacement);
    return mirror;
  }

  /** @throws LaunchError storage_failed */
  async openDevice(
    mirror: StorageMirror,
    { needs, hasUnread }: Pick<PreparedPackage, "needs" | "hasUnread">,
  ): Promise<void> {
    if (!needs.databases && !hasUnread) return;
    try {
      await this.device.open(mirror);
    } catch (error) {
      throw new LaunchError("storage_failed", error instanceof Error ? error.message : String(error));
    }
  }

  async #read(): Promise<StorageMirror> {
    try {
      const owner = { ...this.#options.owner, dataId: this.#dataId };
      const mirror = await openMirror(owner);
      this.#dataId = mirror.dataId;
      if (!mirror.isStale || mirror.unsent().length > 0) return mirror;
      // Another tab saved during the read.
      mirror.close();
      return await openMirror(owner);
    } catch (error) {
      const end = endOf(error);
      if (end) this.#options.emit(end);
      throw new LaunchError("storage_failed", error instanceof Error ? error.message : String(error));
    }
  }

  #use(mirror: StorageMirror): StorageMirror {
    const { emit, send, onTaken, onStale } = this.#options;
    this.#mirror = mirror;
    if (this.#replacement) this.#session = [];
    mirror.accept(this.#session.map(([key, value]) => ({ area: "session", key, value })));
    this.#replaced(mirror);
    this.#xdcSerial = mirror.snapshot().values.filter(([key]) => key.startsWith(XDC_PREFIX)).length;
    mirror.onEvent = (event) => {
      if (this.#closed || this.#mirror !== mirror) return;
      switch (event.type) {
        case "usage":
          return emit({ ...event, type: "storage" });
        case "full":
          emit({ type: "storageFull" });
          return send({ type: "storageFull", usedBytes: event.usedBytes });
        case "unsaved":
        case "replaced":
        case "accountChanged":
          return emit(event);
        case "shared":
          return this.#share(event.changes);
        case "stale":
          return onStale();
        case "taken":
        case "conflict":
          return onTaken(event.by);
      }
    };
    return mirror;
  }

  /** Saves what is pending. `release` lets other browsers open the app without waiting. */
  async flush(options?: { release: boolean }): Promise<void> {
    if (options?.release) await this.device.close();
    await this.#mirror?.flush(options);
  }

  /** The next `open` reads what is stored then. */
  leave(): void {
    const mirror = this.#mirror;
    this.#opening = null;
    if (!mirror || mirror.conflict) return;
    this.#session = this.session();
    this.#mirror = null;
    void this.device.close();
    void mirror.flush().then(() => mirror.close());
  }

  /** The page was frozen and resumes: another browser may have become the writer. */
  async check(): Promise<void> {
    await this.#mirror?.thaw();
  }

  /** Ends a conflict with the data of this device, or with the other's. @throws if it cannot be saved */
  async choose(side: "mine" | "other"): Promise<void> {
    const mirror = this.#mirror;
    if (!mirror?.conflict) return;
    if (side === "mine")
      return mirror.insist().catch((error: unknown) => {
        const end = endOf(error);
        if (end) this.#options.emit(end);
        throw error;
      });
    this.#session = this.session();
    mirror.discard();
    this.#mirror = null;
  }

  /** The page is ending. @param saved where the app is, for the page that comes next */
  leavePage(saved: string | null): void {
    void this.#mirror?.flush({ leaving: true, release: true });
    this.#keepTabArea({ keepsSession: true, saved });
  }

  /** The app has ended. */
  async close(): Promise<void> {
    await this.device.close();
    const flushed = this.#mirror?.flush({ release: true });
    this.#closed = true;
    await flushed;
    this.#keepTabArea({ keepsSession: false, saved: null });
    this.#mirror?.close();
    this.#mirror = null;
  }

  /** A stopped app has no sessionStorage any more, but its last changes may still be in flight. */
  #keepTabArea({ keepsSession, saved }: { keepsSession: boolean; saved: string | null }): void {
    const mirror = this.#mirror;
    if (!mirror) return;
    const { personId, dataId, revision: base } = mirror;
    writeTabArea(tabAreaOf(this.#options.owner), {
      personId,
      dataId,
      session: keepsSession ? mirror.snapshot().session : [],
      // What the person must choose from is kept with the data around it.
      unsent: mirror.conflict ? [] : mirror.unsent(),
      ...mirror.unsentSave,
      base,
      saved,
    });
  }

  /** Stores an update of a webxdc app in its values, under a key that `gum.storage` does not expose. */
  addXdcUpdate(update: string): void {
    this.#xdcSerial += 1;
    const serial = this.#xdcSerial;
    this.#mirror?.accept([{ area: "values", key: xdcKey(serial), value: update }]);
    this.#options.send({ type: "xdcUpdate", update, serial });
  }

  /** Passes on what another tab changed. */
  #share(changes: StorageChange[]): void {
    const others: StorageChange[] = [];
    for (const change of changes) {
      const { area, key, value } = change;
      if (area === "values" && key === DEVICES_KEY) continue;
      if (area !== "values" || !key?.startsWith(XDC_PREFIX)) {
        others.push(change);
      } else if (value !== null) {
        const serial = Number(key.slice(XDC_PREFIX.length));
        this.#xdcSerial = Math.max(this.#xdcSerial, serial);
        this.#options.send({ type: "xdcUpdate", update: value, serial });
      }
    }
    if (others.length) this.#options.send({ type: "storageChanged", changes: others });
  }
}
