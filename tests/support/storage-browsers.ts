import { afterEach, beforeEach, vi } from "vitest";
import {
  afterClaim,
  afterSave,
  afterSwap,
  hasArrived,
  isRefused,
  unchangedSince,
  type Save,
  type WriterHead,
} from "@/lib/storage/rules";
import type { StorageArea, StorageChange, StorageEntry } from "@/lib/storage/contract";
import {
  DataReplaced,
  StorageConflict,
  type AppStorage,
  type StorageNews,
} from "@/lib/sandbox/host/storage/app-storage";
import { openFrom } from "@/lib/sandbox/host/storage/open-mirrors";
import type { MirrorEvent } from "@/lib/sandbox/host/storage/mirror-events";
import type { StorageMirror } from "@/lib/sandbox/host/storage/storage-mirror";

interface AcceptedSave {
  revision: number;
  base: number;
  by: string;
  changes: StorageChange[];
}

/** An account's storage with the server's rules, and a log of what it accepted. */
export class Account {
  head: WriterHead = { revision: 0, writer: null, writerSince: 0, isOpen: false, saves: [] };
  readonly data = new Map<string, string>();
  dataId: string | null = null;
  #other: { dataId: string | null; entries: [string, string][]; since: number | null } = {
    dataId: "other",
    entries: [],
    since: null,
  };
  readonly log: AcceptedSave[] = [];

  save(changes: StorageChange[], save: Save & { base: number; writer: string }): number {
    const { revision } = this.head;
    if (!changes.length) return revision;
    if (isRefused(this.head, save)) throw new StorageConflict(null, revision, hasArrived(this.head, save));
    if (hasArrived(this.head, save)) return revision;
    this.head = afterSave(this.head, save);
    for (const { key, value } of changes) {
      if (key === null) this.data.clear();
      else if (value === null) this.data.delete(key);
      else this.data.set(key, value);
    }
    this.log.push({ revision: this.head.revision, base: save.base, by: save.writer, changes });
    return this.head.revision;
  }

  /** Switches to the other version, and back the next time. */
  swap(): void {
    const { dataId, entries, since } = this.#other;
    this.#other = { dataId: this.dataId, entries: [...this.data], since: unchangedSince(this.head) };
    this.dataId = dataId;
    this.data.clear();
    for (const [key, value] of entries) this.data.set(key, value);
    this.head = afterSwap(this.head, since);
  }

  entries(area: StorageArea = "local"): StorageEntry[] {
    return [...this.data].map(([key, value]) => ({ area, key, value }));
  }
}

/** What work gives now, to be returned or thrown later. */
function settled<T>(work: () => T): () => T {
  try {
    const result = work();
    return () => result;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}

/** A browser of the person, with a connection that fails on demand. */
export class Browser {
  online = true;
  losesAnswer = false;
  isTaken = false;
  /** Its requests end with the page, and never arrive. */
  drops = false;
  #hold: (() => Promise<void>) | null = null;
  #onSaved: (() => void) | null = null;
  #dataId: string | null = null;
  duringLoad = async (): Promise<void> => {};
  /** What each request waits for, and then its answer; rejects where the connection is lost. */
  travels = async (_what: "request" | "answer"): Promise<void> => {};
  /** Tells the mirror what an account's storage hears from the server. */
  tell: (news: StorageNews) => void = () => {};
  mirror: StorageMirror | null = null;
  readonly events: MirrorEvent[] = [];

  constructor(
    readonly account: Account,
    readonly writer: string,
    readonly appId: string,
  ) {}

  async open(area?: StorageArea): Promise<StorageMirror> {
    const storage: AppStorage = {
      // Longer than any test: they flush by themselves.
      batchDelayMs: 1_000_000,
      load: async () => {
        await this.travels("request");
        this.account.head = afterClaim(this.account.head, this.writer);
        const { revision, saves } = this.account.head;
        const dataId = (this.#dataId = this.account.dataId);
        const entries = this.account.entries(area);
        await this.duringLoad();
        await this.travels("answer");
        return { entries, personId: "person", dataId, revision, saves };
      },
      apply: async (changes, { base, release, strict, saveId, supersedes }) => {
        if (this.drops) return new Promise(() => {});
        if (!this.online) throw new TypeError("Failed to fetch");
        const hold = this.#hold;
        this.#hold = null;
        await hold?.();
        await this.travels("request");
        if (!this.online) throw new TypeError("Failed to fetch");
        if (this.#dataId !== this.account.dataId) throw new DataReplaced("Another version is in use.");
        const save = { base, release, left: strict, saveId, supersedes, writer: this.writer };
        const saved = settled(() => this.account.save(changes, save));
        await this.travels("answer");
        const revision = saved();
        const onSaved = this.#onSaved;
        if (onSaved) {
          this.#onSaved = null;
          onSaved();
          return new Promise(() => {});
        }
        if (this.losesAnswer) {
          this.losesAnswer = false;
          throw new TypeError("Failed to fetch");
        }
        return revision;
      },
      watch: (onNews) => {
        this.tell = onNews;
        return () => {};
      },
      check: async (since) => {
        await this.travels("request");
        const { writer, isOpen, revision, saves } = this.account.head;
        await this.travels("answer");
        if (isOpen && writer !== this.writer) return { type: "taken", by: null };
        return revision > since ? { type: "newer", revision, lastSave: saves.at(-1) ?? "" } : null;
      },
    };
    // What a browser keeps is its own; here they share one IndexedDB.
    const id = `${this.appId} ${this.writer}`;
    this.mirror = await openFrom(storage, { id, keep: "account", run: "" }, false);
    this.isTaken = false;
    this.mirror.onEvent = (event) => {
      this.events.push(event);
      if (event.type === "taken") this.isTaken = true;
    };
    return this.mirror;
  }

  /** Resolves when the next save is on its way; it arrives when the function is called. */
  holdRequest(): Promise<() => void> {
    return new Promise((onSent) => (this.#hold = () => new Promise((arrive) => onSent(arrive))));
  }

  /** The next save gets no answer. Resolves when it has arrived. */
  holdAnswer(): Promise<void> {
    return new Promise((resolve) => (this.#onSaved = resolve));
  }

  write(key: string, value: string): void {
    this.mirror?.accept([{ area: "local", key, value }]);
  }

  close(): void {
    this.mirror?.close();
    this.mirror = null;
  }
}

/**
 * Closes the browsers of each test after it.
 * @returns makes browsers of one person, each name a browser; tabs of one browser have the same name
 */
export function browsersForEach(): (...names: string[]) => Browser[] {
  const browsers: Browser[] = [];
  // A page has these; no test reloads one.
  beforeEach(() => {
    vi.stubGlobal("sessionStorage", { getItem: () => null });
    vi.stubGlobal("navigator", {});
  });
  afterEach(() => browsers.splice(0).forEach((browser) => browser.close()));
  return (...names) => {
    const account = new Account();
    const appId = crypto.randomUUID();
    const made = names.map((name) => new Browser(account, name, appId));
    browsers.push(...made);
    return made;
  };
}

/** Tabs are ordered by the clock. */
export async function nextMillisecond(): Promise<void> {
  const now = Date.now();
  await vi.waitUntil(() => Date.now() > now, { interval: 0 });
}
