import { badSyntax, restError } from "./rest-errors";

/** Request and response headers of clients of hosted data servers. */
type Row = Record<string, unknown>;

export type Prefer = {
  count: boolean;
  returning: boolean;
  /** What an insert does with a row that is there already. */
  duplicates: "merge" | "ignore" | null;
  /** Above it, a change is refused. */
  maxAffected: number | null;
};

/** @throws AppError for a wish that must not be ignored */
export function preferOf({ headers }: Request): Prefer {
  const wishes = (headers.get("prefer") ?? "").split(",").map((wish) => wish.trim());
  if (wishes.includes("tx=rollback"))
    throw restError("A change cannot be rolled back here", { code: "0A000", hint: "Nothing was changed." });
  const affected = wishes.find((wish) => wish.startsWith("max-affected="))?.slice("max-affected=".length);
  if (affected !== undefined && !/^\d{1,9}$/.test(affected)) throw badSyntax("max-affected is not a number");
  const resolution = wishes.find((wish) => /^resolution=(merge|ignore)-duplicates$/.test(wish));
  return {
    count: wishes.some((wish) => /^count=(exact|planned|estimated)$/.test(wish)),
    returning: wishes.includes("return=representation"),
    duplicates: resolution ? (resolution.includes("merge") ? "merge" : "ignore") : null,
    maxAffected: affected === undefined ? null : Number(affected),
  };
}

type Format = { type: "json" | "object" | "csv"; stripped: boolean };

const TYPES: Readonly<Record<string, Format["type"]>> = {
  "*/*": "json",
  "application/*": "json",
  "application/json": "json",
  "application/vnd.pgrst.array": "json",
  "application/vnd.pgrst.array+json": "json",
  "application/vnd.pgrst.object": "object",
  "application/vnd.pgrst.object+json": "object",
  "text/csv": "csv",
};

/** The format in which a client wants its rows: the first that we have. @throws AppError for an unsupported one */
function formatOf({ headers }: Request): Format {
  const accept = headers.get("accept") || "*/*";
  // A plan names its own format in quotes, where there may be commas, too.
  for (const range of accept.replaceAll(/"[^"]*"/g, "").split(",")) {
    const [name = "", ...parameters] = range.split(";").map((part) => part.trim());
    if (Object.hasOwn(TYPES, name))
      return { type: TYPES[name]!, stripped: parameters.includes("nulls=stripped") };
  }
  throw restError(`None of these media types are available: ${accept.slice(0, 80)}`, {
    status: 406,
    code: "PGRST107",
  });
}

/** @throws AppError for a format that we do not have, before a change happens */
export function requireFormat(request: Request): void {
  formatOf(request);
}

/** Whether a client wants one row, not a list. */
export const wantsOne = (request: Request): boolean => formatOf(request).type === "object";

/** @throws AppError PGRST116, before a change happens, if the client wants one row of it and there will be more */
export function requireOne(request: Request, rows: number): void {
  if (rows > 1 && wantsOne(request)) throw notOne(rows);
}

const notOne = (rows: number) =>
  restError("Cannot coerce the result to a single JSON object", {
    status: 406,
    code: "PGRST116",
    details: `The result contains ${rows} rows`,
  });

const withoutNulls = (row: Row): Row =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));

function csvCell(value: unknown): string {
  const text =
    value === null || value === undefined
      ? ""
      : typeof value === "object"
        ? JSON.stringify(value)
        : String(value as string | number | boolean);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The names of the columns, then the rows; nothing without rows. */
function csvOf(rows: readonly Row[]): string {
  const names = Object.keys(rows[0] ?? {});
  const lines = rows.map((row) => names.map((name) => csvCell(row[name])).join(","));
  return rows.length === 0 ? "" : [names.map(csvCell).join(","), ...lines].join("\n");
}

export type Body = { text: string; type: string };

/** @throws AppError PGRST116 if the client wants exactly one row and there are more or none */
export function bodyOf(request: Request, rows: readonly Row[]): Body {
  const { type, stripped } = formatOf(request);
  if (type === "csv") return { text: csvOf(rows), type: "text/csv; charset=utf-8" };
  const shown = stripped ? rows.map(withoutNulls) : rows;
  if (type === "json") return jsonBody(shown);
  if (shown.length === 1) return jsonBody(shown[0]);
  throw notOne(shown.length);
}

export const jsonBody = (value: unknown): Body => ({
  text: JSON.stringify(value),
  type: "application/json; charset=utf-8",
});

export function respond(
  body: Body | undefined,
  { status = 200, headers = {} }: { status?: number; headers?: HeadersInit } = {},
): Response {
  const all = new Headers(headers);
  all.set("cache-control", "no-store");
  if (body === undefined) return new Response(null, { status, headers: all });
  all.set("content-type", body.type);
  return new Response(body.text, { status, headers: all });
}

/** The value of `content-range`. */
export function rangeOf(found: number, { offset, total }: { offset: number; total: number | null }): string {
  const range = found === 0 ? "*" : `${offset}-${offset + found - 1}`;
  return `${range}/${total ?? "*"}`;
}
