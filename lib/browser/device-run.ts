import {
  abort,
  asDeviceError,
  database,
  failed,
  from,
  full,
  lost,
  rangeOf,
  remove,
  STORES,
  sum,
  type Stored,
  type Writing,
} from "./device-database";
import { APP_DEVICE_MAX_BYTES, DEVICE_HANDOVER_MS, DEVICE_OPEN_MS } from "@/lib/config/device-limits";
import { AppLock } from "./app-lock";

/** The bytes of a read: what the page handles at once. */
const READ_BYTES = 2 * 1024 * 1024;

interface RunOptions {
  owner: { userId: string; appId: string };
  token: string;
  quotaBytes: number;
  lock: AppLock;
  found: Stored[];
}

/** What a run of an app has on the device. One at a time: a later run of the same app takes the databases over. */
class DeviceRun {
  readonly #owner: { userId: string; appId: string };
  readonly #quotaBytes: number;
  readonly #token: string;
  readonly #lock: AppLock;
  readonly #ids = new Map<string, number>();
  readonly #sizes = new Map<string, number>();
  /** By database: the rows that no commit has named yet. */
  readonly #staged = new Map<string, { first: number; sizes: number[] }>();
  #stagedBytes = 0;
  #isClosed = false;
  #done: Promise<unknown> = Promise.resolve();

  constructor({ owner, token, quotaBytes, lock, found }: RunOptions) {
    this.#owner = owner;
    this.#token = token;
    this.#quotaBytes = quotaBytes;
    this.#lock = lock;
    for (const { id, name, bytes, rows } of found) {
      this.#ids.set(name, id!);
      this.#sizes.set(name, bytes);
      this.#staged.set(name, { first: rows, sizes: [] });
    }
  }

  get usedBytes(): number {
    return [...this.#sizes.values()].reduce((sum, bytes) => sum + bytes, 0);
  }

  /** Writes rows for the next commit. Resolves to the number of the first. @throws DeviceDataError */
  rows(name: string, rows: ArrayBuffer[]): Promise<number> {
    const bytes = rows.map((row) => row.byteLength);
    // Counted at once: the rows of many messages may wait here.
    this.#stagedBytes += sum(bytes);
    return this.#inOrder(async () => {
      const id = this.#ids.get(name) ?? (await this.#create(name));
      const staged = this.#staged.get(name)!;
      const first = staged.first + staged.sizes.length;
      try {
        // A commit needs room for both versions: a database may be rewritten as a whole.
        if (this.#stagedBytes > this.#quotaBytes) throw full();
        const tx = (await database()).transaction("rows", "readwrite");
        await Promise.all([...rows.map((row, at) => tx.store.put(row, [id, first + at])), tx.done]);
      } catch (error) {
        this.#stagedBytes -= sum(bytes);
        // No commit follows, and their room is needed.
        await this.#dropStaged(name).catch(() => undefined);
        throw error;
      }
      staged.sizes.push(...bytes);
      return first;
    });
  }

  /** Applies the changes, all or none. @throws DeviceDataError */
  commit(
    name: string,
    change: { schema: string; pages: { page: number; first: number; count: number }[] },
  ): Promise<void> {
    return this.#inOrder(async () => {
      const id = this.#ids.get(name) ?? (await this.#create(name));
      const staged = this.#staged.get(name)!;
      const tx = (await database()).transaction(STORES, "readwrite");
      try {
        const after = await this.#apply(tx, id, { ...change, staged });
        await tx.done;
        this.#sizes.set(name, after.bytes);
        this.#settle(name, after.rows);
      } catch (error) {
        abort(tx);
        await this.#dropStaged(name).catch(() => undefined);
        throw error;
      }
    });
  }

  async #apply(
    tx: Writing,
    id: number,
    {
      schema,
      pages,
      staged,
    }: {
      schema: string;
      pages: { page: number; first: number; count: number }[];
      staged: { first: number; sizes: number[] };
    },
  ): Promise<Stored> {
    const databases = tx.objectStore("databases");
    const pageStore = tx.objectStore("pages");
    const rowStore = tx.objectStore("rows");
    const before = await databases.get(id);
    if (before?.holder !== this.#token) throw lost();
    const unused = new Set(staged.sizes.keys());
    let { bytes, pages: nextPage } = before;
    for (const { page, first, count } of pages) {
      const at = first - staged.first;
      const sizes = count ? staged.sizes.slice(Math.max(0, at), at + count) : [];
      const isNamedOnce = sizes.every((_, index) => unused.delete(at + index));
      if (count > 0 && (at < 0 || sizes.length !== count || !isNamedOnce))
        throw failed("It names rows that are not there.");
      const old = await pageStore.get([id, page]);
      if (old) await rowStore.delete(IDBKeyRange.bound([id, old.first], [id, old.first + old.count - 1]));
      const added = sum(sizes);
      if (count === 0) await pageStore.delete([id, page]);
      else await pageStore.put({ first, count, bytes: added }, [id, page]);
      bytes += added - (old?.bytes ?? 0);
      nextPage = Math.max(nextPage, page + 1);
    }
    for (const at of unused) await rowStore.delete([id, staged.first + at]);
    if (this.usedBytes - before.bytes + bytes > this.#quotaBytes) throw full();
    const rows = staged.first + staged.sizes.length;
    const after = { ...before, schema, bytes, pages: nextPage, rows };
    await databases.put(after);
    return after;
  }

  /** The rows of a database from a page on, some at a time. @throws DeviceDataError */
  read(
    name: string,
    start: { page: number; part: number } | null,
  ): Promise<{
    rows: { page: number; bytes: ArrayBuffer }[];
    next: { page: number; part: number } | null;
  }> {
    return this.#inOrder(async () => {
      const rows: { page: number; bytes: ArrayBuffer }[] = [];
      const id = this.#ids.get(name);
      if (id === undefined) return { rows, next: null };
      const tx = (await database()).transaction(STORES, "readonly");
      let bytes = 0;
      let part = start?.part ?? 0;
      let cursor = await tx.objectStore("pages").openCursor(from(id, start?.page ?? 0));
      for (; cursor; cursor = await cursor.continue()) {
        const page = cursor.key[1];
        const { first, count } = cursor.value;
        for (; part < count; part += 1) {
          if (bytes >= READ_BYTES) return { rows, next: { page, part } };
          const row = await tx.objectStore("rows").get([id, first + part]);
          // The browser has lost it; what reads the page finds it too short.
          if (row) rows.push({ page, bytes: row });
          bytes += row?.byteLength ?? 0;
        }
        part = 0;
      }
      return { rows, next: null };
    });
  }

  drop(name: string): Promise<void> {
    return this.#inOrder(async () => {
      const id = this.#ids.get(name);
      if (id === undefined) return;
      const tx = (await database()).transaction(STORES, "readwrite");
      if ((await tx.objectStore("databases").get(id))?.holder !== this.#token) throw lost();
      await remove(tx, id);
      await tx.done;
      this.#ids.delete(name);
      this.#sizes.delete(name);
      this.#settle(name, 0);
    });
  }

  /** Releases the databases to another run, after pending operations. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#done;
    this.#lock.release();
  }

  async #create(name: string): Promise<number> {
    this.#lock.take();
    const tx = (await database()).transaction("databases", "readwrite");
    const key: [string, string, string] = [this.#owner.userId, this.#owner.appId, name];
    if (await tx.store.index("name").getKey(key)) throw lost();
    const fresh = { schema: "", bytes: 0, pages: 0, rows: 0, holder: this.#token };
    const id = await tx.store.add({ ...this.#owner, name, ...fresh });
    await tx.done;
    this.#ids.set(name, id);
    this.#sizes.set(name, 0);
    this.#staged.set(name, { first: 0, sizes: [] });
    return id;
  }

  #settle(name: string, first: number): void {
    this.#stagedBytes -= sum(this.#staged.get(name)?.sizes ?? []);
    this.#staged.set(name, { first, sizes: [] });
  }

  async #dropStaged(name: string): Promise<void> {
    const { first } = this.#staged.get(name)!;
    this.#settle(name, first);
    await (await database()).delete("rows", from(this.#ids.get(name)!, first));
  }

  async #inOrder<T>(work: () => Promise<T>): Promise<T> {
    if (this.#isClosed) throw lost();
    const done = this.#done.then(work).catch((error: unknown) => {
      throw asDeviceError(error);
    });
    this.#done = done.catch(() => undefined);
    return done;
  }
}

export interface OpenedRun {
  run: DeviceRun;
  databases: { name: string; schema: string; bytes: number; pages: number }[];
  quotaBytes: number;
}

/**
 * Takes an app's databases for a run. Another tab has a moment to save; after that it cannot write any more.
 * @throws if this browser keeps nothing
 */
export async function openDeviceRun(
  owner: { userId: string; appId: string },
  limitBytes = APP_DEVICE_MAX_BYTES,
): Promise<OpenedRun> {
  await within(DEVICE_OPEN_MS, database());
  const lock = new AppLock(`gum-device-data ${owner.userId} ${owner.appId}`);
  // Without any, there is nothing to release: several tabs may run.
  if (await countOf(owner)) await lock.waitFor(DEVICE_HANDOVER_MS);
  try {
    const token = crypto.randomUUID();
    const found = await takeOver(owner, token);
    const used = sum(found.map(({ bytes }) => bytes));
    const quotaBytes = Math.max(used, Math.min(limitBytes, used + (await freeBytes())));
    const run = new DeviceRun({ owner, token, quotaBytes, lock, found });
    const databases = found.map(({ name, schema, bytes, pages }) => ({ name, schema, bytes, pages }));
    return { run, databases, quotaBytes };
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function countOf(owner: { userId: string; appId: string }): Promise<number> {
  return (await database()).countFromIndex("databases", "name", rangeOf(owner));
}

async function takeOver(owner: { userId: string; appId: string }, token: string): Promise<Stored[]> {
  const tx = (await database()).transaction(STORES, "readwrite");
  const found: Stored[] = [];
  for (const stored of await tx.objectStore("databases").index("name").getAll(rangeOf(owner))) {
    // A run that ended before its first commit.
    if (stored.schema === "") {
      await remove(tx, stored.id!);
      continue;
    }
    await tx.objectStore("rows").delete(from(stored.id!, stored.rows));
    await tx.objectStore("databases").put({ ...stored, holder: token });
    found.push(stored);
  }
  await tx.done;
  return found;
}

async function freeBytes(): Promise<number> {
  const { quota, usage } = (await navigator.storage?.estimate?.().catch(() => null)) ?? {};
  return quota === undefined ? Infinity : Math.max(0, quota - (usage ?? 0));
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(failed("This browser does not open its storage.")), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
