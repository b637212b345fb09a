import "server-only";
import { HOSTED_CHANGES_MAX } from "@/lib/config/limits";
import { type AppError } from "@/lib/shared/errors";
import { isInvalidData } from "@/lib/db/errors";
import { enqueue } from "./work-queue";
import { badSyntax, restError } from "./rest-errors";
import type { Condition, Filter } from "./rest-filters";
import type { Column } from "./rest-query";
import { parseQuery, type RestQuery } from "./rest-query";
import { countRows, findRows, type RawRow } from "./rest-repository";
import { type ViewName, VIEWS } from "./rest-views";

/** Queries of hosted data clients. */
export type Row = Record<string, unknown>;
export type Rows = { rows: Row[]; total: number | null; offset: number };

const named = (raw: RawRow, columns: readonly Column[]): [string, unknown][] =>
  columns.map(({ key }, index) => [key, raw[`c${index}`] ?? null]);

/** A row with the names that the client asked for. */
function present(raw: RawRow, { columns, embeds }: RestQuery): Row {
  const embedded = embeds.flatMap((embed, index): [string, unknown][] => {
    if (embed.hidden) return [];
    const value = raw[`j${index}`] ?? null;
    if (embed.counts) return [[embed.key, value]];
    const row = (each: RawRow) => Object.fromEntries(named(each, embed.columns));
    if (embed.spread) return named((value ?? {}) as RawRow, embed.columns);
    return [[embed.key, Array.isArray(value) ? value.map(row) : value && row(value as RawRow)]];
  });
  return Object.fromEntries([...named(raw, columns), ...embedded]);
}

const isOne = (filter: Condition): filter is Condition & { op: "eq"; value: string } =>
  filter.op === "eq" && !filter.negated && "value" in filter;

/** Whether a filter compares with a person other than the viewer. */
function asksForOthers(filter: Filter, viewerId: string): boolean {
  if ("filters" in filter) return filter.filters.some((each) => asksForOthers(each, viewerId));
  const isOwn = isOne(filter) && filter.value === viewerId;
  return filter.column === "user_id" && !isOwn;
}

/**
 * What somebody likes is private: likes can be listed by post, or one's own. Without this check, a filter on embedded
 * rows would list a person's likes.
 */
function withPrivacy(query: RestQuery, viewerId: string): RestQuery {
  const ofViewer = own("user_id", viewerId);
  const isForOthers = (filters: readonly Filter[]) => filters.some((each) => asksForOthers(each, viewerId));
  const embeds = query.embeds.map((embed) =>
    embed.relation.view === "reactions" && isForOthers(embed.filters)
      ? { ...embed, filters: [...embed.filters, ofViewer] }
      : embed,
  );
  const isOfPosts = query.filters.some(
    (filter) =>
      "column" in filter &&
      filter.column === "post_id" &&
      (isOne(filter) || (filter.op === "in" && !filter.negated)),
  );
  // A filter on the embedded person picks people, too.
  const picksPeople = query.embeds.some(
    ({ relation, filters }) => relation.view === "profiles" && filters.length > 0,
  );
  const isOpen = query.view !== "reactions" || (isOfPosts && !picksPeople && !isForOthers(query.filters));
  return { ...query, embeds, filters: isOpen ? query.filters : [...query.filters, ofViewer] };
}

const own = (column: string, viewerId: string) =>
  ({ negated: false, column, type: "uuid", op: "eq", value: viewerId }) as const;

type Question = {
  viewer: { id: string };
  view: ViewName;
  parameters: URLSearchParams;
  /** Whether to count the rows. */
  count: boolean;
  /** Whether to return them. */
  rows: boolean;
};

/** @throws AppError also for values that pass our checks, but not the database's */
function ask<T>(viewer: { id: string }, work: () => Promise<T>): Promise<T> {
  return enqueue(viewer.id, work).catch((error: unknown) => {
    throw isInvalidData(error) ? restError(error.message, { code: error.code }) : error;
  });
}

/** @throws AppError with the code of a hosted data server */
export async function readRows({ viewer, view, parameters, count, rows }: Question): Promise<Rows> {
  const query = withPrivacy(parseQuery(view, parameters), viewer.id);
  const [found, total] = await Promise.all([
    rows && query.limit > 0 ? ask(viewer, () => findRows(query, viewer.id)) : [],
    count ? ask(viewer, () => countRows(query, viewer.id)) : null,
  ]);
  if (total !== null && query.offset > total)
    throw restError("Requested range not satisfiable", {
      status: 416,
      code: "PGRST103",
      details: `An offset of ${query.offset} was requested, but there are only ${total} rows.`,
    });
  return { rows: found.map((raw) => present(raw, query)), total, offset: query.offset };
}

/** The column with the owner of a row. */
export const OWNER: Partial<Record<ViewName, string>> = {
  profiles: "id",
  posts: "author_id",
  comments: "author_id",
  reactions: "user_id",
  follows: "follower_id",
  apps: "owner_id",
  bookmarks: "user_id",
};

/**
 * The viewer's own rows that a change targets, with our own names.
 * @throws AppError without a filter, with one by the presence of embedded rows, or for more rows than one request may change
 */
export async function ownRows({
  viewer,
  view,
  parameters,
}: Pick<Question, "viewer" | "view" | "parameters">): Promise<Row[]> {
  const owner = OWNER[view];
  if (!owner) throw notWritable(view);
  const asked = parseQuery(view, parameters);
  // It chooses rows, and the query below embeds none: without this, all that the other filters match would change.
  if (asked.picksByPresence)
    throw restError("A change cannot choose its rows by whether they have embedded rows", {
      code: "0A000",
      hint: "Select their ids first, and change the rows with these ids.",
    });
  // The query below embeds none: with a limit, other rows than those that are meant would change.
  if (asked.order.some(({ embed }) => embed !== undefined))
    throw restError("A change cannot choose its rows by the order of embedded rows", {
      code: "0A000",
      hint: "Select their ids first, and change the rows with these ids.",
    });
  // Filters of embedded rows affect the response, not the rows to change.
  if (asked.filters.length === 0)
    throw restError("A change needs a filter that says which rows it means", { code: "21000" });
  const columns = Object.keys(VIEWS[view].columns).map((column) => ({ key: column, column }));
  const filters = [...asked.filters, own(owner, viewer.id)];
  const query = {
    ...asked,
    columns,
    embeds: [],
    filters,
    limit: Math.min(asked.limit, HOSTED_CHANGES_MAX + 1),
  };
  const rows = await ask(viewer, () => findRows(query, viewer.id));
  if (rows.length > HOSTED_CHANGES_MAX)
    throw restError(`One request may change ${HOSTED_CHANGES_MAX} rows at most`, { code: "PGRST124" });
  return rows.map((raw) => present(raw, query));
}

export function notWritable(view: ViewName): AppError {
  return restError(`permission denied for view ${view}`, { status: 403, code: "42501" }, "forbidden");
}

const withKeys = (keys: readonly Row[]): Filter => ({
  negated: false,
  op: "or",
  filters: keys.map((key) => ({
    negated: false,
    op: "and",
    filters: Object.entries(key).map(([column, value]) => own(column, String(value))),
  })),
});

/** The viewer's own rows with these keys, with our own names. */
export async function findOwnRows(
  viewer: { id: string },
  view: ViewName,
  keys: readonly Row[],
): Promise<Row[]> {
  const owner = OWNER[view];
  if (!owner) throw notWritable(view);
  if (keys.length === 0) return [];
  const filters = [withKeys(keys), own(owner, viewer.id)];
  const query = { ...parseQuery(view, new URLSearchParams()), filters };
  const rows = await ask(viewer, () => findRows(query, viewer.id));
  return rows.map((raw) => present(raw, query));
}

/** The `select` of a change. @throws AppError like parseQuery */
export function selectOf(view: ViewName, parameters: URLSearchParams): RestQuery {
  if (parameters.getAll("select").length > 1) throw badSyntax("A query has one select");
  const select = parameters.get("select");
  return parseQuery(view, new URLSearchParams(select ? { select } : {}));
}

type Shown = Pick<Question, "viewer" | "view" | "parameters">;

/** The rows with these ids, before they are deleted, in their order, in the `select` of a change. */
export async function rowsById(shown: Shown, ids: readonly Row[]): Promise<Row[]> {
  if (ids.length === 0) return [];
  const asked = selectOf(shown.view, shown.parameters);
  return ask(shown.viewer, () => findById(shown, asked, ids));
}

/**
 * The stored rows with these ids, in their order, in the `select` of a change. Not queued: a client retries when the queue
 * refuses, and would store them twice. For the same reason an inner join excludes none.
 */
export async function storedRows(shown: Shown, ids: readonly Row[]): Promise<Row[]> {
  if (ids.length === 0) return [];
  const asked = selectOf(shown.view, shown.parameters);
  const embeds = asked.embeds.map((embed) => ({ ...embed, inner: false }));
  return findById(shown, { ...asked, embeds }, ids);
}

async function findById({ viewer }: Shown, asked: RestQuery, ids: readonly Row[]): Promise<Row[]> {
  // An upsert knows the rows that were there by other columns than those that are new.
  const keys = [...new Set(ids.flatMap((id) => Object.keys(id)))];
  const columns = [...asked.columns, ...keys.map((column) => ({ key: column, column }))];
  const query = { ...asked, columns, filters: [withKeys(ids)] };
  const rows = await findRows(query, viewer.id);
  const keyAt = (raw: RawRow, key: string) => raw[`c${asked.columns.length + keys.indexOf(key)}`];
  const placeOf = (raw: RawRow) =>
    ids.findIndex((id) => Object.entries(id).every(([key, value]) => keyAt(raw, key) === value));
  return rows.toSorted((a, b) => placeOf(a) - placeOf(b)).map((raw) => present(raw, asked));
}

/** The key columns of a view. */
export function idOf(view: ViewName, row: Row): Row {
  const { columns, key } = VIEWS[view];
  return Object.fromEntries(
    key.filter((column) => columns[column] === "uuid").map((column) => [column, row[column]]),
  );
}
