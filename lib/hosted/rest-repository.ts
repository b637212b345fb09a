import "server-only";
import { HOSTED_QUERY_MS } from "@/lib/config/limits";
import { Prisma } from "@/lib/db/generated/client";
import { readOnce } from "@/lib/db/pool";
import { wordQuery } from "@/lib/search/terms";
import type { Place } from "./rest-columns";
import type { Comparison, Condition, Filter, ListOperator } from "./rest-filters";
import { POLICIES } from "./rest-policies-repository";
import type { Column, Embed, Order, RestQuery } from "./rest-query";
import type { TextSearch } from "./rest-text-search";
import { type ColumnType, VIEWS, type ViewName } from "./rest-views";

/**
 * Builds one statement for each query of a hosted client.
 *
 * Trust model. Outside: whoever writes the query. Columns, types and operators come from our own tables, values are
 * parameters, and result names chosen by the client never get here: result columns are numbered. The statement runs in
 * a read-only transaction with the time limit HOSTED_QUERY_MS.
 */
const COMPARISON_SQL: Record<Comparison, Prisma.Sql> = {
  eq: Prisma.sql`=`,
  neq: Prisma.sql`<>`,
  gt: Prisma.sql`>`,
  gte: Prisma.sql`>=`,
  lt: Prisma.sql`<`,
  lte: Prisma.sql`<=`,
  isdistinct: Prisma.sql`IS DISTINCT FROM`,
};
const LIST_SQL: Record<ListOperator, Prisma.Sql> = {
  cs: Prisma.sql`@>`,
  cd: Prisma.sql`<@`,
  ov: Prisma.sql`&&`,
};
const IS_SQL = {
  null: Prisma.sql`NULL`,
  true: Prisma.sql`TRUE`,
  false: Prisma.sql`FALSE`,
  unknown: Prisma.sql`UNKNOWN`,
};
const TYPE_SQL: Record<ColumnType, Prisma.Sql> = {
  uuid: Prisma.sql`uuid`,
  text: Prisma.sql`text`,
  integer: Prisma.sql`integer`,
  boolean: Prisma.sql`boolean`,
  timestamptz: Prisma.sql`timestamptz`,
  "text[]": Prisma.sql`text[]`,
  jsonb: Prisma.sql`jsonb`,
};

/** A column of the row `t` or `e`, by its name in rest-views. */
function columnSql(row: Prisma.Sql, view: ViewName, column: string): Prisma.Sql {
  if (!Object.hasOwn(VIEWS[view].columns, column)) throw new Error(`${view} has no column of that name`);
  return Prisma.sql`${row}.${Prisma.raw(`"${column}"`)}`;
}

/** A column, or the place in its JSON. */
function placeSql(row: Prisma.Sql, view: ViewName, { column, path }: Place): Prisma.Sql {
  const whole = columnSql(row, view, column);
  if (!path) return whole;
  return Prisma.sql`(${whole} ${path.isText ? Prisma.sql`#>>` : Prisma.sql`#>`} ${path.keys}::text[])`;
}

/** Words by the index; a phrase also by the text itself, because the index has no positions. */
function searchSql(row: Prisma.Sql, column: Prisma.Sql, search: TextSearch): Prisma.Sql {
  switch (search.op) {
    case "word": {
      const query = wordQuery(search.text, search.isPrefix);
      return query ? Prisma.sql`${row}.search @@ ${query}::tsquery` : Prisma.sql`FALSE`;
    }
    case "phrase": {
      const query = wordQuery(search.text, false);
      const pattern = `%${search.text.replace(/[\\%_]/g, "\\$&")}%`;
      if (!query) return Prisma.sql`FALSE`;
      return Prisma.sql`(${row}.search @@ ${query}::tsquery AND ${column} ILIKE ${pattern})`;
    }
    case "not":
      return Prisma.sql`(NOT ${searchSql(row, column, search.part)})`;
    default: {
      const parts = search.parts.map((part) => searchSql(row, column, part));
      return Prisma.sql`(${Prisma.join(parts, search.op === "or" ? " OR " : " AND ")})`;
    }
  }
}

function conditionSql(row: Prisma.Sql, column: Prisma.Sql, condition: Condition): Prisma.Sql {
  const type = TYPE_SQL[condition.type];
  switch (condition.op) {
    case "search":
      return condition.search ? searchSql(row, column, condition.search) : Prisma.sql`FALSE`;
    case "contains":
      return Prisma.sql`${column} @> ${condition.json}::jsonb`;
    case "contained":
      return Prisma.sql`${column} <@ ${condition.json}::jsonb`;
    case "is":
      return Prisma.sql`${column} IS ${IS_SQL[condition.value]}`;
    case "in":
      return Prisma.sql`${column} = ANY (${condition.values}::${type}[])`;
    case "cs":
    case "cd":
    case "ov":
      return Prisma.sql`${column} ${LIST_SQL[condition.op]} ${condition.values}::text[]`;
    case "like":
    case "ilike": {
      const operator = condition.op === "like" ? Prisma.sql`LIKE` : Prisma.sql`ILIKE`;
      const quantity = condition.all ? Prisma.sql`ALL` : Prisma.sql`ANY`;
      return Prisma.sql`${column} ${operator} ${quantity} (${condition.values}::text[])`;
    }
    default: {
      const operator = COMPARISON_SQL[condition.op];
      if ("value" in condition) return Prisma.sql`${column} ${operator} ${condition.value}::${type}`;
      const quantity = condition.all ? Prisma.sql`ALL` : Prisma.sql`ANY`;
      return Prisma.sql`${column} ${operator} ${quantity} (${condition.values}::${type}[])`;
    }
  }
}

function filterSql(row: Prisma.Sql, view: ViewName, filter: Filter): Prisma.Sql {
  const sql =
    "filters" in filter
      ? Prisma.join(
          filter.filters.map((each) => filterSql(row, view, each)),
          filter.op === "or" ? " OR " : " AND ",
        )
      : conditionSql(row, placeSql(row, view, filter), filter);
  return filter.negated ? Prisma.sql`(NOT (${sql}))` : Prisma.sql`(${sql})`;
}

function whereSql(row: Prisma.Sql, view: ViewName, filters: readonly Filter[]): Prisma.Sql {
  return Prisma.join([Prisma.sql`TRUE`, ...filters.map((each) => filterSql(row, view, each))], " AND ");
}

/** A unique tie-breaker, because pages would otherwise repeat rows. */
function orderSql(row: Prisma.Sql, view: ViewName, order: readonly Order[]): Prisma.Sql {
  const given = order.map(
    ({ descending, nullsFirst, embed, ...place }, index) => Prisma.sql`
      ${embed === undefined ? placeSql(row, view, place) : Prisma.raw(`j${embed}.o${index}`)}
      ${descending ? Prisma.sql`DESC` : Prisma.sql`ASC`} ${nullsFirst ? Prisma.sql`NULLS FIRST` : Prisma.sql`NULLS LAST`}`,
  );
  const rest = VIEWS[view].key
    .filter((key) => !order.some(({ column, path, embed }) => column === key && !path && embed === undefined))
    .map((key) => Prisma.sql`${columnSql(row, view, key)} DESC`);
  return Prisma.join([...given, ...rest]);
}

function columnsSql(row: Prisma.Sql, view: ViewName, columns: readonly Column[]): Prisma.Sql[] {
  return columns.map(
    (column, index) => Prisma.sql`${placeSql(row, view, column)} AS ${Prisma.raw(`c${index}`)}`,
  );
}

const T = Prisma.sql`t`;
const E = Prisma.sql`e`;

/**
 * The embedded rows as JSON: an object, a list, or a count. An embedded row also has the columns `o0` … that the whole
 * query is ordered by: those of `order` that have the index `at`.
 */
function embedSql(
  embed: Embed,
  { view, viewerId, order, at }: { view: ViewName; viewerId: string; order: readonly Order[]; at: number },
): Prisma.Sql {
  const { relation } = embed;
  const orders = order.flatMap((each, index) =>
    each.embed === at ? [{ place: each, name: `o${index}` }] : [],
  );
  const source = POLICIES[relation.view](viewerId);
  const where = Prisma.sql`
    ${columnSql(E, relation.view, relation.references)} = ${columnSql(T, view, relation.column)}
    AND ${whereSql(E, relation.view, embed.filters)}`;
  if (embed.counts)
    return Prisma.sql`SELECT jsonb_build_array(jsonb_build_object('count', count(*))) AS value, count(*) AS found
      FROM (${source}) e WHERE ${where}`;
  const rows = Prisma.sql`
    SELECT ${Prisma.join([
      Prisma.sql`1 AS one`,
      ...columnsSql(E, relation.view, embed.columns),
      ...orders.map(
        ({ place, name }) => Prisma.sql`${placeSql(E, relation.view, place)} AS ${Prisma.raw(name)}`,
      ),
    ])} FROM (${source}) e
     WHERE ${where} ORDER BY ${orderSql(E, relation.view, embed.order)}
     LIMIT ${relation.many ? embed.limit : 1} OFFSET ${relation.many ? embed.offset : 0}`;
  return relation.many
    ? Prisma.sql`SELECT coalesce(jsonb_agg(to_jsonb(r)), '[]') AS value, count(*) AS found FROM (${rows}) r`
    : Prisma.sql`SELECT ${Prisma.join([
        Prisma.sql`(jsonb_agg(to_jsonb(r)) -> 0) AS value`,
        Prisma.sql`count(*) AS found`,
        ...orders.map(({ name }) => Prisma.raw(`(array_agg(r.${name}))[1] AS ${name}`)),
      ])} FROM (${rows}) r`;
}

function joinCondition({ inner, absent }: Embed, found: Prisma.Sql): Prisma.Sql[] {
  return [
    ...(inner ? [Prisma.sql`AND ${found} > 0`] : []),
    ...(absent ? [Prisma.sql`AND ${found} = 0`] : []),
  ];
}

/** SQL: the rows of a query, without order and pagination. */
function fromSql(query: RestQuery, viewerId: string, embeds: readonly Embed[]): Prisma.Sql {
  const joins = query.embeds.map((embed, index) => {
    if (!embeds.includes(embed)) return Prisma.empty;
    const name = Prisma.raw(`j${index}`);
    const { view, order } = query;
    return Prisma.sql`LEFT JOIN LATERAL (${embedSql(embed, { view, viewerId, order, at: index })}) ${name} ON TRUE`;
  });
  const matched = query.embeds.flatMap((embed, index) => joinCondition(embed, Prisma.raw(`j${index}.found`)));
  const parts = Prisma.sql`FROM (${POLICIES[query.view](viewerId)}) t ${Prisma.join([Prisma.empty, ...joins], " ")}`;
  return Prisma.sql`${parts}
    WHERE ${whereSql(T, query.view, query.filters)} ${Prisma.join([Prisma.empty, ...matched], " ")}`;
}

export type RawRow = Record<string, unknown>;

/** Numbered result columns: `c0` … for columns, `j0` … for embedded rows. */
export async function findRows(query: RestQuery, viewerId: string): Promise<RawRow[]> {
  const columns = [
    Prisma.sql`1 AS one`,
    ...columnsSql(T, query.view, query.columns),
    ...query.embeds.map((_, index) => Prisma.raw(`j${index}.value AS j${index}`)),
  ];
  const rows = await readOnce<{ row: RawRow }>(
    Prisma.sql`SELECT to_jsonb(r) AS row FROM (
      SELECT ${Prisma.join(columns)} ${fromSql(query, viewerId, query.embeds)}
       ORDER BY ${orderSql(T, query.view, query.order)} LIMIT ${query.limit} OFFSET ${query.offset}) r`,
    HOSTED_QUERY_MS,
  );
  return rows.map(({ row }) => row);
}

/** The total number of rows. */
export async function countRows(query: RestQuery, viewerId: string): Promise<number> {
  const inner = query.embeds.filter(({ inner, absent }) => inner || absent);
  const rows = await readOnce<{ count: number }>(
    Prisma.sql`SELECT count(*)::int AS count ${fromSql(query, viewerId, inner)}`,
    HOSTED_QUERY_MS,
  );
  return rows[0]?.count ?? 0;
}
