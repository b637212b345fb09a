/**
 * The pages of a database on the device: each has some records of one store. A change of a record rewrites
 * its page, so a page is small; a record that is larger has a page of its own.
 */
import type RecordStore from "fake-indexeddb/build/esm/lib/RecordStore.js";
import type { StoredRecord } from "fake-indexeddb/build/esm/lib/RecordStore.js";
import { plainBytes } from "@/lib/sandbox/frame/inside/shared/structured-text";

const PAGE_BYTES = 128 * 1024;
/** What a page takes beside its records. */
const PAGE_EXTRA_BYTES = 128;
/** Pages with gaps that are tried for a new record. */
const TRIES = 4;

export interface Page {
  readonly number: number;
  readonly records: Set<StoredRecord>;
  bytes: number;
}

interface StorePages {
  /** By it the store is known in its pages: its name may change. */
  readonly id: number;
  readonly pages: Set<Page>;
  /** Those with room. */
  readonly open: Set<Page>;
  /** Those that differ from what is kept. */
  readonly changed: Set<Page>;
}

const sizes = new WeakMap<StoredRecord, number>();

function sizeOf(record: StoredRecord): number {
  let bytes = sizes.get(record);
  if (bytes === undefined) sizes.set(record, (bytes = plainBytes([record.key, record.value])));
  return bytes;
}

export class DatabasePages {
  readonly #stores = new Map<RecordStore, StorePages>();
  readonly #pageOf = new WeakMap<StoredRecord, Page>();
  #nextPage: number;
  #nextStore = 1;
  #bytes = 0;
  /** The page whose records are being read. */
  #reading: Page | null = null;

  constructor(nextPage = 0) {
    this.#nextPage = nextPage;
  }

  get bytes(): number {
    return this.#bytes;
  }

  idOf(records: RecordStore): number {
    return this.#of(records).id;
  }

  setId(records: RecordStore, id: number): void {
    this.#stores.set(records, { id, pages: new Set(), open: new Set(), changed: new Set() });
    this.#nextStore = Math.max(this.#nextStore, id + 1);
  }

  /** A record is there, instead of another one or in addition; or one is gone. */
  track(records: RecordStore, added: StoredRecord | undefined, removed: StoredRecord | undefined): void {
    const store = this.#of(records);
    const left = removed && this.#pageOf.get(removed);
    if (left?.records.delete(removed!)) {
      this.#grow(left, -sizeOf(removed!));
      store.changed.add(left);
      if (left.bytes < PAGE_BYTES / 2) store.open.add(left);
    }
    if (!added) return;
    const page = this.#reading ?? this.#withRoom(store, sizeOf(added), left);
    page.records.add(added);
    this.#pageOf.set(added, page);
    this.#grow(page, sizeOf(added));
    if (!this.#reading) store.changed.add(page);
  }

  /** `read` stores the records of a page that is kept. */
  load(records: RecordStore, number: number, read: () => void): void {
    const page = { number, records: new Set<StoredRecord>(), bytes: 0 };
    const store = this.#of(records);
    store.pages.add(page);
    this.#reading = page;
    try {
      this.#grow(page, PAGE_EXTRA_BYTES);
      read();
    } finally {
      this.#reading = null;
      if (page.bytes < PAGE_BYTES / 2) store.open.add(page);
    }
  }

  /** Takes what has changed in some stores, and in those that are not there any more. */
  takeChanged(stores: readonly RecordStore[], all: readonly RecordStore[]): ChangedPages {
    const gone = [...this.#stores.keys()].filter((records) => !all.includes(records));
    const written: { page: Page; store: StorePages }[] = [];
    for (const store of stores.map((records) => this.#of(records))) {
      for (const page of store.changed) {
        written.push({ page, store });
        if (page.records.size > 0) continue;
        if (store.pages.delete(page)) this.#grow(page, -PAGE_EXTRA_BYTES);
        store.open.delete(page);
      }
      store.changed.clear();
    }
    const dropped = gone.flatMap((records) => [...this.#of(records).pages]);
    return {
      pages: [
        ...written.map(({ page, store }) => ({
          number: page.number,
          store: store.id,
          records: [...page.records],
        })),
        ...dropped.map(({ number }) => ({ number, store: 0, records: [] })),
      ],
      keep: () => {
        for (const records of gone) this.#stores.delete(records);
        for (const page of dropped) this.#bytes -= page.bytes;
      },
      restore: () => {
        for (const { page, store } of written) store.changed.add(page);
      },
    };
  }

  #withRoom(store: StorePages, bytes: number, first: Page | undefined): Page {
    const fits = (page: Page): boolean => page.records.size === 0 || page.bytes + bytes <= PAGE_BYTES;
    if (first && fits(first)) {
      if (!store.pages.has(first)) this.#open(store, first);
      return first;
    }
    let tries = TRIES;
    for (const page of store.open) {
      if (fits(page)) return page;
      if (page.bytes > PAGE_BYTES / 2) store.open.delete(page);
      if (--tries === 0) break;
    }
    const page = { number: this.#nextPage++, records: new Set<StoredRecord>(), bytes: 0 };
    this.#open(store, page);
    return page;
  }

  #open(store: StorePages, page: Page): void {
    store.pages.add(page);
    store.open.add(page);
    this.#grow(page, PAGE_EXTRA_BYTES);
  }

  #grow(page: Page, bytes: number): void {
    page.bytes += bytes;
    this.#bytes += bytes;
  }

  #of(records: RecordStore): StorePages {
    if (!this.#stores.has(records)) this.setId(records, this.#nextStore);
    return this.#stores.get(records)!;
  }
}

export interface ChangedPages {
  /** Without records, a page is gone. */
  pages: { number: number; store: number; records: StoredRecord[] }[];
  /** They are kept. */
  keep: () => void;
  /** They could not be kept. */
  restore: () => void;
}
