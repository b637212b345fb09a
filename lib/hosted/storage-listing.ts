/**
 * A page of all files below a prefix, in the second form of storage clients: with a cursor, and with
 * `delimited` the folders on the next level in place of their contents. Pure: a person has few enough files
 * to sort them here.
 */
type Listed = { path: string; createdAt: Date | null; updatedAt: Date | null };
export type ListingSort = { column: "name" | "created_at" | "updated_at"; order: "asc" | "desc" };
export type ListingQuery = {
  prefix: string;
  delimited: boolean;
  limit: number;
  cursor: string | undefined;
  sort: ListingSort;
};
export type Listing<T> = { folders: string[]; files: T[]; next: string | null };

/** Folders have no time, and come first or last by it. */
type Item<T> = { path: string; time: string; file: T | null };

const timeOf = ({ createdAt, updatedAt }: Listed, { column }: ListingSort): string =>
  column === "name" ? "" : ((column === "created_at" ? createdAt : updatedAt)?.toISOString() ?? "");

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** A position in the order, which also holds when files come and go. @returns null for an invalid cursor */
function readCursor(cursor: string): Item<never> | null {
  try {
    const [time, path] = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8")) as unknown[];
    return typeof time === "string" && typeof path === "string" ? { time, path, file: null } : null;
  } catch {
    return null;
  }
}

const writeCursor = ({ time, path }: Item<unknown>): string =>
  Buffer.from(JSON.stringify([time, path])).toString("base64url");

/** @returns null if `cursor` is none of this list */
export function listPage<T extends Listed>(files: readonly T[], query: ListingQuery): Listing<T> | null {
  const { prefix, delimited, limit, sort } = query;
  const from = query.cursor === undefined ? null : readCursor(query.cursor);
  if (query.cursor !== undefined && !from) return null;
  const items = new Map<string, Item<T>>();
  for (const file of files) {
    if (!file.path.startsWith(prefix)) continue;
    const slash = delimited ? file.path.indexOf("/", prefix.length) : -1;
    const path = slash < 0 ? file.path : file.path.slice(0, slash + 1);
    items.set(path, slash < 0 ? { path, time: timeOf(file, sort), file } : { path, time: "", file: null });
  }
  const sign = sort.order === "desc" ? -1 : 1;
  const order = (a: Item<unknown>, b: Item<unknown>) =>
    sign * (compare(a.time, b.time) || compare(a.path, b.path));
  const sorted = [...items.values()].sort(order).filter((item) => !from || order(item, from) > 0);
  const page = sorted.slice(0, limit);
  return {
    folders: page.filter(({ file }) => !file).map(({ path }) => path),
    files: page.flatMap(({ file }) => (file ? [file] : [])),
    next: sorted.length > limit ? writeCursor(page.at(-1)!) : null,
  };
}
