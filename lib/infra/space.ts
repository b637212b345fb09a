import "server-only";
import { isOutOfSpace } from "@/lib/db/errors";
import { pool } from "@/lib/db/pool";
import { fileStore } from "@/lib/files/file-store";
import { Shortage } from "./shortage";

/** Where space can run out. */
export type Place = "database" | "files";

/**
 * A sort that spills to the disk of the tables. Unlike a row, it cannot do with the free space of a page; it needs no right and leaves
 * nothing. One message is one transaction, also behind a transaction pooler.
 */
const SPILL = `
  SET LOCAL work_mem = '64kB';
  SET LOCAL temp_tablespaces = '';
  SELECT count(*) FROM (SELECT i FROM generate_series(1, 20000) AS i ORDER BY -i OFFSET 0) AS sorted`;

// On globalThis: Next bundles this module more than once.
const holder = globalThis as typeof globalThis & { gumShortages?: Record<Place, Shortage> };
const shortages = () => (holder.gumShortages ??= { database: new Shortage(), files: new Shortage() });

const PROBES: Record<Place, () => Promise<unknown>> = {
  database: () => pool().query(SPILL),
  files: () => fileStore().checkSpace(),
};

const FILE_CODES = new Set(["ENOSPC", "EDQUOT"]);

function placeOf(error: unknown): Place | null {
  if (isOutOfSpace(error)) return "database";
  return FILE_CODES.has((error as NodeJS.ErrnoException | null)?.code ?? "") ? "files" : null;
}

/** Records an error that means a lack of space, for `ready`. @returns whether it is one */
export function noticeShortage(error: unknown): boolean {
  const place = placeOf(error);
  if (place) shortages()[place].notice();
  return place !== null;
}

/**
 * Whether space ran out there, and a write still fails.
 * @param isDown nothing can be written; a database whose log no longer fits ends
 */
export function lacksSpace(place: Place, { isDown = false } = {}): boolean | Promise<boolean> {
  const shortage = shortages()[place];
  return isDown ? shortage.isKnown : shortage.lasts(PROBES[place]);
}
