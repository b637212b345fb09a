import { columnAt, type Place, type TypedPlace } from "./rest-columns";
import { badSyntax, restError } from "./rest-errors";
import { inside, splitList, unquote } from "./rest-syntax";
import { parseTextSearch, TEXT_SEARCHES, type TextSearch } from "./rest-text-search";
import { type ColumnType, VIEWS, type ViewName } from "./rest-views";

/** Comparison of a column with one value. */
const COMPARISONS = ["eq", "neq", "gt", "gte", "lt", "lte", "isdistinct"] as const;
/** Those that compare with any or all of several values, too. */
const QUANTIFIED = ["eq", "gt", "gte", "lt", "lte"] as const;
/** Of range types, which no view has. */
const RANGES = { sl: "<<", sr: ">>", nxr: "&<", nxl: "&>", adj: "-|-" } as const;
const PATTERNS = ["like", "ilike"] as const;
const LISTS = ["cs", "cd", "ov"] as const;
export type Comparison = (typeof COMPARISONS)[number];
type Quantified = (typeof QUANTIFIED)[number];
export type ListOperator = (typeof LISTS)[number];

type Base = TypedPlace & { negated: boolean };
export type Condition =
  | (Base & { op: Comparison; value: string })
  | (Base & { op: Quantified; values: string[]; all: boolean })
  | (Base & { op: (typeof PATTERNS)[number]; values: string[]; all: boolean })
  | (Base & { op: "is"; value: "null" | "true" | "false" | "unknown" })
  | (Base & { op: "in" | ListOperator; values: string[] })
  | (Base & { op: "contains" | "contained"; json: string })
  | (Base & { op: "search"; search: TextSearch | null });
/** `and` and `or` of nested filters. */
export type Group = { negated: boolean; op: "and" | "or"; filters: Filter[] };
export type Filter = Condition | Group;

export const LOGIC = /^(not\.)?(and|or)$/;
const PATTERN_MAX_CHARS = 200;
const JSON_MAX_CHARS = 1_000;
const VALUES_MAX = 500;
const DEPTH_MAX = 4;

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;
const TIME = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?(?:Z|[+-]\d\d(?::?\d\d)?)?)?$/;

function isOfType(type: ColumnType, value: string): boolean {
  switch (type) {
    case "uuid":
      return UUID.test(value);
    case "integer":
      return /^-?\d{1,9}$/.test(value);
    case "boolean":
      return value === "true" || value === "false";
    case "timestamptz":
      return TIME.test(value) && !Number.isNaN(Date.parse(value.replace(/(:\d\d.*[+-]\d\d)$/, "$1:00")));
    case "text":
      return true;
    case "jsonb":
      return isJson(value);
    case "text[]":
      return false;
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return text.length <= JSON_MAX_CHARS;
  } catch {
    return false;
  }
}

/** @throws AppError with the database's message, before the query runs */
function requireType(type: ColumnType, value: string): string {
  if (isOfType(type, value)) return value;
  const name = type === "jsonb" ? "json" : type;
  throw restError(`invalid input syntax for type ${name}: "${value.slice(0, 80)}"`, { code: "22P02" });
}

function requireOperator(isKnown: boolean, operator: string, type: ColumnType): void {
  if (!isKnown)
    throw restError(`operator does not exist: ${type} ${operator.slice(0, 20)}`, {
      status: 404,
      code: "42883",
    });
}

function listOf(text: string, brackets: readonly [string, string]): string[] {
  const values = splitList(inside(text, brackets)).map(unquote);
  if (values.length > VALUES_MAX) throw badSyntax(`A list may have ${VALUES_MAX} values at most`);
  return values;
}

/** Clients may write `*` for `%`, which needs no escaping in a URL. */
function patternOf(text: string): string {
  if (text.length > PATTERN_MAX_CHARS) throw badSyntax("This pattern is too long");
  return text.replaceAll("*", "%");
}

function isOneOf<T extends string>(known: readonly T[], text: string): text is T {
  return known.some((each) => each === text);
}

/** The columns that have an index of their words. */
function requireIndexed(view: ViewName, { column, path }: Place): void {
  if (!path && VIEWS[view].searched?.includes(column)) return;
  throw restError(`${column} has no index for text search`, {
    code: "0A000",
    hint: "docs/api.md lists the columns for textSearch.",
  });
}

/** `quotes`: whether a value may be quoted, as in `or=(…)`. */
function conditionOf(view: ViewName, name: string, text: string, quotes: boolean): Condition {
  const place = columnAt(view, name);
  const { type } = place;
  const [, not, operator = "", option, raw = ""] =
    /^(not\.)?([a-z]+)(?:\(([\w.]{1,64})\))?\.(.*)$/s.exec(text) ?? [];
  const base = { ...place, negated: not !== undefined };
  const given = quotes ? unquote(raw) : raw;
  if (isOneOf(TEXT_SEARCHES, operator)) {
    requireIndexed(view, place);
    return { ...base, op: "search", search: parseTextSearch(operator, given, option) };
  }
  const quantity = option === "any" || option === "all" ? option : undefined;
  if (isOneOf(PATTERNS, operator) && option === quantity) {
    requireOperator(type === "text", operator, type);
    const values = quantity ? listOf(raw, ["{", "}"]) : [given];
    return { ...base, op: operator, values: values.map(patternOf), all: quantity !== "any" };
  }
  // The database compares JSON with JSON, but a whole column of it with nothing.
  const compares = type !== "text[]" && (type !== "jsonb" || place.path !== undefined);
  if (quantity && isOneOf(QUANTIFIED, operator)) {
    requireOperator(compares, operator, type);
    const values = listOf(raw, ["{", "}"]).map((value) => requireType(type, value));
    return { ...base, op: operator, values, all: quantity === "all" };
  }
  if (option) throw badSyntax(`"failed to parse filter (${text.slice(0, 80)})"`);
  if (isOneOf(COMPARISONS, operator)) {
    requireOperator(compares, operator, type);
    return { ...base, op: operator, value: requireType(type, given) };
  }
  if (type === "jsonb" && (operator === "cs" || operator === "cd"))
    return { ...base, op: operator === "cs" ? "contains" : "contained", json: requireType(type, given) };
  if (isOneOf(LISTS, operator)) {
    requireOperator(type === "text[]", operator, type);
    return { ...base, op: operator, values: listOf(raw, ["{", "}"]) };
  }
  if (Object.hasOwn(RANGES, operator)) requireOperator(false, RANGES[operator as keyof typeof RANGES], type);
  if (operator === "match" || operator === "imatch")
    throw badSyntax("Regular expressions are not offered here", "Use like, ilike or a text search.");
  if (operator === "in") {
    requireOperator(compares, operator, type);
    return { ...base, op: "in", values: listOf(raw, ["(", ")"]).map((value) => requireType(type, value)) };
  }
  if (operator === "is") {
    const value = given.toLowerCase();
    if (value === "not_null") return { ...base, negated: !base.negated, op: "is", value: "null" };
    if (!isOneOf(["null", "true", "false", "unknown"], value) || (value !== "null" && type !== "boolean"))
      throw badSyntax(`"failed to parse filter (is.${given.slice(0, 80)})"`);
    return { ...base, op: "is", value };
  }
  throw badSyntax(`"failed to parse filter (${text.slice(0, 80)})"`, "unexpected operator");
}

/** Parses a parameter such as `likes_count=gte.5`. @throws AppError */
export function parseCondition(view: ViewName, column: string, text: string): Condition {
  return conditionOf(view, column, text, false);
}

/** Parses a parameter such as `or=(a.eq.1,and(b.gt.2,c.is.null))`. @throws AppError */
export function parseLogic(view: ViewName, name: string, text: string, depth = 1): Group {
  if (depth > DEPTH_MAX) throw badSyntax("Too deeply nested");
  const [, not, op] = LOGIC.exec(name)!;
  const filters = splitList(inside(text, ["(", ")"])).map((item): Filter => {
    const nested = /^((?:not\.)?(?:and|or))(\(.*\))$/s.exec(item);
    if (nested) return parseLogic(view, nested[1]!, nested[2]!, depth + 1);
    const dot = item.indexOf(".");
    if (dot < 1) throw badSyntax(`"failed to parse logic tree (${item.slice(0, 80)})"`);
    return conditionOf(view, item.slice(0, dot), item.slice(dot + 1), true);
  });
  if (filters.length === 0) throw badSyntax('"failed to parse logic tree"');
  return { negated: not !== undefined, op: op === "or" ? "or" : "and", filters };
}
