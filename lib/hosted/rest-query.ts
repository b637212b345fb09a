import { HOSTED_EMBED_ROWS, HOSTED_EMBED_ROWS_MAX, HOSTED_ROWS_MAX } from "@/lib/config/limits";
import { columnAt, nameOf, type Place } from "./rest-columns";
import { type Filter, LOGIC, parseCondition, parseLogic } from "./rest-filters";
import { badSyntax, restError } from "./rest-errors";
import { splitList } from "./rest-syntax";
import { type Relation, type ViewName, VIEWS } from "./rest-views";

/**
 * Parses queries of hosted data clients (`select`, filters, `order`, `limit`, `offset`) into our own column names and
 * values. Names that are not in rest-views are rejected here; values become parameters later.
 */
export type Column = Place & { key: string };
export type Order = Place & {
  descending: boolean;
  nullsFirst: boolean;
  /** The index of the embedded row, among `embeds`, whose column it is. */
  embed?: number;
};
type Page = { filters: Filter[]; order: Order[]; limit: number; offset: number };
export type Embed = Page & {
  key: string;
  relation: Relation;
  /** An inner join: rows without a match are left out. */
  inner: boolean;
  /** The opposite: only rows without a match are left. */
  absent: boolean;
  /** Not in the result, only filtered by. */
  hidden: boolean;
  /** Its columns are those of the row. */
  spread: boolean;
  columns: Column[];
  /** Only their number. */
  counts: boolean;
};
export type RestQuery = Page & {
  view: ViewName;
  columns: Column[];
  embeds: Embed[];
  /** Whether filters such as `comments=is.null` choose rows, which an inner join that `select` names does not. */
  picksByPresence: boolean;
};

const SELECT_MAX = 60;
/** Of the rows and all that they embed; PostgreSQL fails at 1,664 of one query. */
const COLUMNS_MAX = 300;
const ORDERS_MAX = 20;
const EMBEDS_MAX = 6;
const FILTERS_MAX = 60;
const NAME = /^[\p{L}_][\p{L}\p{N}_]{0,62}$/u;

function columnOf(view: ViewName, item: string): Column[] {
  if (item === "*") return Object.keys(VIEWS[view].columns).map((column) => ({ key: column, column }));
  const [alias, text] = item.includes(":")
    ? [/^[^:]*/.exec(item)![0], item.slice(item.indexOf(":") + 1)]
    : [];
  if (text === undefined && !NAME.test(item.split("->")[0]!)) throw badSelect(item);
  if (alias !== undefined && !NAME.test(alias)) throw badSelect(item);
  const { type: _, ...place } = columnAt(view, text ?? item);
  return [{ key: alias ?? nameOf(place), ...place }];
}

const badSelect = (item: string) => badSyntax(`"failed to parse select parameter (${item.slice(0, 80)})"`);

const tooManyColumns = () => badSyntax("Too many columns are selected");

function selectedIn(select: string): string[] {
  const items = splitList(select);
  if (items.length > SELECT_MAX) throw tooManyColumns();
  return items;
}

/** @throws AppError unless exactly one relation has that name */
function requireRelation(view: ViewName, name: string, hint: string | undefined): Relation {
  const named = ({ name: own, view: target, column }: Relation, given: string) =>
    [own, target, column, `${view}_${column}_fkey`].includes(given);
  const found = VIEWS[view].relations.filter(
    (relation) => named(relation, name) && (hint === undefined || named(relation, hint)),
  );
  // `parent` and `quote` are posts, too, but `posts` must not mean them.
  const exact = found.filter((relation) => relation.name === name);
  const [relation, ...others] = exact.length === 1 ? exact : found;
  if (!relation)
    throw restError(
      `Could not find a relationship between '${view}' and '${name.slice(0, 80)}' in the schema cache`,
      { code: "PGRST200", hint: "docs/api.md lists what can be embedded." },
    );
  if (others.length > 0)
    throw restError(
      `Could not embed because more than one relationship was found for '${view}' and '${name}'`,
      { status: 300, code: "PGRST201", hint: `Try one of: ${found.map((each) => each.name).join(", ")}` },
    );
  return relation;
}

const EMBED = /^(?:([^:!()]+):)?([^:!()]+)((?:![^!()]+)*)\((.*)\)$/s;

const AGGREGATE = /(?:^|[.:])(?:count|sum|avg|max|min)\(\)/;

function embedOf(view: ViewName, item: string): Embed {
  if (AGGREGATE.test(item))
    throw restError("Use of aggregate functions is not allowed", {
      code: "PGRST123",
      hint: "A relation has (count).",
    });
  const spread = item.startsWith("...");
  const [, alias, name = "", hints = "", inside = ""] = EMBED.exec(spread ? item.slice(3) : item) ?? [];
  if (!name || (spread && alias)) throw badSelect(item);
  const flags = hints.split("!").filter(Boolean);
  const inner = flags.includes("inner");
  const hint = flags.find((flag) => flag !== "inner" && flag !== "left");
  const relation = requireRelation(view, name, hint);
  if (spread && relation.many)
    throw restError(`A spread operation on '${name}' is not possible`, {
      code: "PGRST119",
      details: `'${view}' and '${name}' do not form a many-to-one or one-to-one relationship`,
    });
  const items = selectedIn(inside);
  if (items.some((each) => each.includes("(")))
    throw restError("Only one level of embedding is offered here", { code: "PGRST108" });
  const counts = items.length === 1 && items[0] === "count";
  const columns = counts ? [] : items.flatMap((each) => columnOf(relation.view, each));
  const key = alias ?? name;
  if (!NAME.test(key)) throw badSelect(item);
  const kind = { inner, absent: false, hidden: items.length === 0, spread };
  return { key, relation, ...kind, columns, counts, ...emptyPage(HOSTED_EMBED_ROWS) };
}

const emptyPage = (limit: number): Page => ({ filters: [], order: [], limit, offset: 0 });

/** `author(username)`: the column of an embedded row. */
const RELATED = /^([^()]+)\(([^()]*)\)$/;

/** @throws AppError unless a query embeds one row, not a list, by that name */
function requireEmbedded(
  view: ViewName,
  name: string,
  embeds: readonly Embed[],
): { embed: number; view: ViewName } {
  const embed = embeds.findIndex(({ key, relation }) => [key, relation.name].includes(name));
  const found = embeds[embed];
  if (!found)
    throw restError(`'${name.slice(0, 80)}' is not an embedded resource in this request`, {
      code: "PGRST108",
      hint: `Verify that '${name.slice(0, 80)}' is included in the 'select' query parameter.`,
    });
  if (found.relation.many || found.counts)
    throw restError(`A related order on '${name}' is not possible`, {
      code: "PGRST118",
      details: found.counts
        ? `Only the number of '${name}' is selected`
        : `'${view}' and '${name}' do not form a many-to-one or one-to-one relationship`,
    });
  return { embed, view: found.relation.view };
}

function orderOf(view: ViewName, text: string, embeds: readonly Embed[]): Order[] {
  const items = splitList(text);
  if (items.length > ORDERS_MAX) throw badSyntax(`A query is ordered by ${ORDERS_MAX} columns at most`);
  return items.map((item) => {
    const [name = "", ...modifiers] = item.split(".");
    const known = ["asc", "desc", "nullsfirst", "nullslast"];
    if (modifiers.some((each) => !known.includes(each)))
      throw badSyntax(`"failed to parse order (${item.slice(0, 80)})"`);
    const [, relation, inner = ""] = RELATED.exec(name) ?? [];
    const related = relation === undefined ? null : requireEmbedded(view, relation, embeds);
    const { column, type, path } = columnAt(related?.view ?? view, related ? inner : name);
    if ((type === "jsonb" && !path) || type === "text[]")
      throw badSyntax(`Rows cannot be ordered by ${column}`);
    const descending = modifiers.includes("desc");
    const nullsFirst = modifiers.includes("nullsfirst") || (descending && !modifiers.includes("nullslast"));
    const place = { column, ...(path && { path }), ...(related && { embed: related.embed }) };
    return { ...place, descending, nullsFirst };
  });
}

function numberOf(text: string, max: number): number {
  if (!/^\d{1,9}$/.test(text)) throw badSyntax(`"failed to parse limit or offset (${text.slice(0, 20)})"`);
  return Math.min(Number(text), max);
}

const OFFSET_MAX = 100_000;

function addParameter(
  page: Page,
  view: ViewName,
  { name, value, max, embeds }: { name: string; value: string; max: number; embeds: readonly Embed[] },
) {
  if (name === "order") page.order = orderOf(view, value, embeds);
  else if (name === "limit") page.limit = numberOf(value, max);
  else if (name === "offset") page.offset = numberOf(value, OFFSET_MAX);
  else if (LOGIC.test(name)) page.filters.push(parseLogic(view, name, value));
  else page.filters.push(parseCondition(view, name, value));
}

function countFilters(filters: readonly Filter[]): number {
  return filters.reduce((sum, filter) => sum + ("filters" in filter ? countFilters(filter.filters) : 1), 0);
}

/** `comments=is.null`: rows without comments, and `not.is.null` those with. @returns whether it is such a filter */
function setPresence(embeds: readonly Embed[], name: string, value: string): boolean {
  const [, not] = /^(not\.)?is\.null$/.exec(value) ?? [null];
  const embed = not === null ? undefined : embeds.find(({ key }) => key === name);
  if (!embed) return false;
  if (not) embed.inner = true;
  else embed.absent = true;
  return true;
}

/** @throws AppError with the code of a hosted data server for an unsupported query */
export function parseQuery(view: ViewName, parameters: URLSearchParams): RestQuery {
  if (parameters.getAll("select").length > 1) throw badSyntax("A query has one select");
  const items = selectedIn(parameters.get("select") || "*");
  const embeds = items.filter((item) => item.includes("(")).map((item) => embedOf(view, item));
  if (embeds.length > EMBEDS_MAX) throw badSyntax("Too many relations are embedded");
  const columns = items.filter((item) => !item.includes("(")).flatMap((item) => columnOf(view, item));
  if ([columns, ...embeds.map((embed) => embed.columns)].flat().length > COLUMNS_MAX) throw tooManyColumns();
  const max = embeds.some(({ relation, counts }) => relation.many && !counts)
    ? HOSTED_EMBED_ROWS_MAX
    : HOSTED_ROWS_MAX;
  const query: RestQuery = { view, columns, embeds, picksByPresence: false, ...emptyPage(max) };
  for (const [name, value] of parameters) {
    if (value.includes("\0") || name.includes("\0")) throw badSyntax("A query cannot hold NUL");
    if (name === "select" || name === "columns" || name === "on_conflict") continue;
    const dot = name.indexOf(".");
    const embed =
      dot > 0
        ? embeds.find(({ key, relation }) => [key, relation.name].includes(name.slice(0, dot)))
        : undefined;
    if (embed)
      addParameter(embed, embed.relation.view, {
        name: name.slice(dot + 1),
        value,
        max: HOSTED_EMBED_ROWS_MAX,
        embeds: [],
      });
    else if (setPresence(embeds, name, value)) query.picksByPresence = true;
    else addParameter(query, view, { name, value, max, embeds });
  }
  if (countFilters([query, ...embeds].flatMap(({ filters }) => filters)) > FILTERS_MAX)
    throw badSyntax("Too many filters");
  return query;
}
