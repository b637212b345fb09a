/**
 * Databases that are too large for the account: the host keeps them on the device. A database is a set of pages, each with some
 * records of one store; a page is a run of rows. Only the frame reads what is in a row.
 */
import {
  buffer,
  integer,
  list,
  MalformedMessage,
  nullable,
  object,
  text,
  type Parsed,
} from "@/lib/sandbox/protocol/schema";
import {
  DEVICE_MESSAGE_BYTES,
  DEVICE_PAGES_MAX,
  DEVICE_ROWS_MAX,
  DEVICE_SCHEMA_CHARS,
  STORAGE_KEY_CHARS,
} from "@/lib/sandbox/protocol/limits";

const database = text(STORAGE_KEY_CHARS);
const index = integer(0, Number.MAX_SAFE_INTEGER);
const rowList = list(buffer(DEVICE_MESSAGE_BYTES), DEVICE_ROWS_MAX);

const pageChange = object({
  page: index,
  /** Its rows, among those sent since the last commit; none deletes the page. */
  first: index,
  count: index,
});
export type PageChange = Parsed<typeof pageChange>;

export const deviceCalls = {
  /** Rows for the next commit. Answered with the number of the first one; the others follow. */
  deviceRows: object({
    database,
    rows: (value) => {
      const rows = rowList(value);
      const bytes = rows.reduce((sum, row) => sum + row.byteLength, 0);
      if (bytes > DEVICE_MESSAGE_BYTES) throw new MalformedMessage("expected smaller rows");
      return rows;
    },
  }),
  /** Applies all changes of a transaction, or none. */
  deviceCommit: object({
    database,
    schema: text(DEVICE_SCHEMA_CHARS),
    pages: list(pageChange, DEVICE_PAGES_MAX),
  }),
  /** Answered with `DeviceRows`. */
  deviceRead: object({ database, from: nullable(object({ page: index, part: index })) }),
  deviceDrop: object({ database }),
};

export interface DeviceRows {
  /** In the order of pages, and of the rows in each. */
  rows: { page: number; bytes: ArrayBuffer }[];
  /** The next cursor; null at the end. */
  next: { page: number; part: number } | null;
}

/** What the device keeps of an app when it starts. */
export interface DeviceSetup {
  databases: { name: string; schema: string; bytes: number; pages: number }[];
  /** For all of them together. */
  quotaBytes: number;
}
