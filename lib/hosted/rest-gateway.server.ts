import "server-only";
import { z } from "zod";
import { trendingTags, search } from "@/lib/search/service";
import { countUnreadNotifications } from "@/lib/notifications/service";
import { otherMethodsBehind } from "@/lib/http/other-methods";
import { parseWith, type RawParams, route } from "@/lib/http/route";
import { readTimeline } from "@/lib/posts/timeline-service";
import type { TokenScope } from "@/lib/auth/token-scopes";
import type { Viewer } from "@/lib/auth/viewer.server";
import { HOSTED_FOLLOWS_MAX, HOSTED_INSERTS_MAX } from "@/lib/config/hosted-limits";
import type { RateLimitName } from "@/lib/config/limits";
import { consumeTogether, mostAtOnce } from "@/lib/infra/rate-limiter";
import { logger } from "@/lib/infra/logger";
import { AppError } from "@/lib/shared/errors";
import { hostedGateway } from "./gateway.server";
import {
  type Body,
  bodyOf,
  jsonBody,
  preferOf,
  rangeOf,
  requireFormat,
  requireOne,
  respond,
  wantsOne,
} from "./rest-format";
import { insertBody, restRow, rpcParams, rpcResponses, rpcSchemas } from "./rest-contract";
import { type CountRows, deleteRow, insertRows, updateRows, upsertRows } from "./rest-change-service";
import { restError, type RestProblem } from "./rest-errors";
import { idOf, ownRows, readRows, type Row, rowsById, selectOf, storedRows } from "./rest-service";
import { isViewName, type ViewName } from "./rest-views";

/** The routes of hosted data clients: headers and statuses around rest-service. */

function problemOf(error: AppError): { status?: number } & Record<string, unknown> {
  const known = error.details?.rest as RestProblem | undefined;
  const code = known?.code ?? (error.code === "invalid_token" ? "PGRST301" : error.code);
  const fields = error.fields?.map(({ path, message }) => (path ? `${path}: ${message}` : message)).join(" ");
  return {
    ...(known?.status && { status: known.status }),
    code,
    details: known?.details ?? (fields || null),
    hint: known?.hint ?? null,
  };
}

const restGateway = hostedGateway(problemOf);

export const otherRestMethods = (...allowed: Parameters<typeof otherMethodsBehind>[1]) =>
  otherMethodsBehind(restGateway, allowed);

const viewParams = z.strictObject({ view: z.string().max(64) });

function requireView(name: string): ViewName {
  if (isViewName(name)) return name;
  throw restError(
    `Could not find the table 'public.${name}' in the schema cache`,
    { code: "PGRST205", hint: "docs/api.md lists the views." },
    "not_found",
  );
}

/** A write-only token must not read what others wrote. @throws AppError insufficient_scope */
function requireReading({ scopes }: Viewer): void {
  if (scopes && !scopes.includes("read"))
    throw new AppError("insufficient_scope", { details: { scope: "read" } });
}

const shared = { auth: "onboarded", gateway: restGateway, params: viewParams } as const;

/** The views that a token may use. Every other view, future ones included, rejects tokens. */
const forViews =
  (scope: TokenScope, ...views: ViewName[]) =>
  ({ view }: RawParams) =>
    views.some((each) => each === view) ? scope : null;

const readView = route({
  ...shared,
  scope: forViews(
    "read",
    "profiles",
    "posts",
    "comments",
    "reactions",
    "follows",
    "apps",
    "app_versions",
    "notifications",
  ),
  limit: "hostedReads",
  handler: async ({ request, viewer, params }) => {
    const view = requireView(params.view);
    const parameters = new URL(request.url).searchParams;
    const { count } = preferOf(request);
    requireFormat(request);
    const isHead = request.method === "HEAD";
    const { rows, ...page } = await readRows({ viewer, view, parameters, count, rows: !isHead });
    const body = isHead ? undefined : bodyOf(request, rows);
    const isPart = page.total !== null && rows.length < page.total && !isHead;
    return respond(body, {
      status: isPart ? 206 : 200,
      headers: { "content-range": rangeOf(isHead ? 0 : rows.length, page) },
    });
  },
});

/** The target of a change, and what the client wants back. @throws AppError for unsupported parameters */
function readChange(request: Request, viewer: Viewer, name: string) {
  const view = requireView(name);
  requireFormat(request);
  const prefer = preferOf(request);
  const parameters = new URL(request.url).searchParams;
  if (prefer.returning) {
    requireReading(viewer);
    // Before anything is changed: what comes after cannot refuse it any more.
    selectOf(view, parameters);
  }
  return { view, parameters, ...prefer };
}

/**
 * The rows of a stored change. If they cannot be read, the response has none: after an error the client would repeat the
 * change.
 * @throws AppError PGRST116 if the client wants one row and nothing was changed
 */
async function bodyOfStored(
  request: Request,
  shown: Parameters<typeof storedRows>[0],
  keys: readonly Row[],
): Promise<Body | undefined> {
  if (keys.length === 0) return bodyOf(request, []);
  try {
    return bodyOf(request, await storedRows(shown, keys));
  } catch (error) {
    logger().warn({ err: error, view: shown.view }, "reading back stored rows failed");
    return undefined;
  }
}

/** @throws AppError if a change would affect more rows than its client allows */
function requireFew(rows: readonly Row[], maxAffected: number | null): void {
  if (maxAffected === null || rows.length <= maxAffected) return;
  throw restError("Query result exceeds max-affected preference constraint", {
    code: "PGRST124",
    details: `The query affects ${rows.length} rows`,
  });
}

const countHeaders = (count: boolean, affected: number): HeadersInit =>
  count ? { "content-range": `*/${affected}` } : {};

/** The rate limits of our own routes for the same changes. */
const INSERT_LIMITS: Partial<Record<ViewName, RateLimitName>> = {
  posts: "posts",
  comments: "comments",
  reactions: "reactions",
  bookmarks: "reactions",
};

/**
 * Counts the rows of one request after the first, which the route has counted. If they are not stored, they do not count.
 * @throws AppError rate_limited, and what `work` throws
 */
async function countFurther<T>(
  name: RateLimitName,
  { rows, key, isNew }: { rows: number; key: string; isNew: boolean },
  work: () => Promise<T>,
): Promise<T> {
  if (rows <= 1) return work();
  const most = mostAtOnce(name, isNew);
  if (rows > most)
    throw restError(`You may insert ${most} of these rows at once`, {
      code: "54000",
      details: `The request has ${rows}; no row was stored.`,
      hint: "This is the whole rate limit for them.",
    });
  return consumeTogether(name, key, { points: rows - 1, isNew }, work);
}

const insertLimit = (view: unknown): RateLimitName =>
  (typeof view === "string" && isViewName(view) && INSERT_LIMITS[view]) || "writes";

const insertIntoView = route({
  ...shared,
  scope: forViews("posts:write", "posts", "comments", "reactions"),
  body: insertBody,
  limit: (_, { view }) => insertLimit(view),
  handler: async ({ request, viewer, params, body, sender }) => {
    const { view, parameters, returning, count, duplicates } = readChange(request, viewer, params.view);
    const rows = Array.isArray(body) ? body : [body];
    const most = view === "follows" ? HOSTED_FOLLOWS_MAX : HOSTED_INSERTS_MAX;
    if (rows.length > most)
      throw restError(`One request may insert ${most} rows at most`, {
        code: "54000",
        details: `It has ${rows.length}; no row was stored.`,
      });
    if (returning) requireOne(request, rows.length);
    const isOne = returning && wantsOne(request);
    const change = { actor: viewer, view, parse: parseWith, isOne };
    const further: CountRows = (all, work) => countFurther(insertLimit(view), { rows: all, ...sender }, work);
    const target = parameters.get("on_conflict");
    const { keys, isNew } = duplicates
      ? await upsertRows(change, rows, { target, duplicates, count: further })
      : await insertRows(change, rows, further);
    const shown = returning ? await bodyOfStored(request, { viewer, view, parameters }, keys) : undefined;
    return respond(shown, {
      status: isNew || !duplicates ? 201 : 200,
      headers: countHeaders(count, keys.length),
    });
  },
});

const updateView = route({
  ...shared,
  scope: forViews("posts:write", "posts"),
  body: restRow,
  limit: "writes",
  handler: async ({ request, viewer, params, body }) => {
    const { view, parameters, returning, count, maxAffected } = readChange(request, viewer, params.view);
    const rows = await ownRows({ viewer, view, parameters });
    requireFew(rows, maxAffected);
    if (returning) requireOne(request, rows.length);
    await updateRows({ actor: viewer, view, parse: parseWith }, rows, body);
    const headers = countHeaders(count, rows.length);
    const ids = rows.map((row) => idOf(view, row));
    const shown = returning ? await bodyOfStored(request, { viewer, view, parameters }, ids) : undefined;
    return respond(shown, { status: shown ? 200 : 204, headers });
  },
});

const deleteFromView = route({
  ...shared,
  scope: forViews("posts:write", "posts", "comments", "reactions"),
  limit: "writes",
  handler: async ({ request, viewer, params }) => {
    const { view, parameters, returning, count, maxAffected } = readChange(request, viewer, params.view);
    const rows = await ownRows({ viewer, view, parameters });
    requireFew(rows, maxAffected);
    // Read before they are deleted.
    const ids = rows.map((row) => idOf(view, row));
    const gone = returning ? await rowsById({ viewer, view, parameters }, ids) : [];
    const body = returning ? bodyOf(request, gone) : undefined;
    for (const row of rows) await deleteRow({ actor: viewer, view }, row);
    return respond(body, { status: returning ? 200 : 204, headers: countHeaders(count, rows.length) });
  },
});

export const viewRoutes = {
  GET: readView,
  POST: insertIntoView,
  PATCH: updateView,
  DELETE: deleteFromView,
};

function rpcRoute<B extends z.ZodType | undefined>(body: B) {
  return route({
    auth: "onboarded",
    // POST, too: no function changes anything.
    scope: "read",
    gateway: restGateway,
    params: z.strictObject({ name: z.string().max(64) }),
    body,
    limit: (_, { name }) => (name === "search" ? "search" : "hostedReads"),
    handler: async ({ request, viewer, params, body: sent }) => {
      const named = rpcParams.safeParse(params);
      if (!named.success)
        throw restError(
          `Could not find the function public.${params.name} in the schema cache`,
          { code: "PGRST202", hint: "docs/api.md lists the functions." },
          "not_found",
        );
      const given: unknown = sent ?? Object.fromEntries(new URL(request.url).searchParams);
      switch (named.data.name) {
        case "timeline": {
          const page = await readTimeline({ viewer, query: parseWith(rpcSchemas.timeline, given) });
          return respond(jsonBody(rpcResponses.timeline.parse(page)));
        }
        case "search": {
          const found = await search({ viewer, query: parseWith(rpcSchemas.search, given) });
          return respond(jsonBody(rpcResponses.search.parse(found)));
        }
        case "trending":
          return respond(jsonBody(rpcResponses.trending.parse(await trendingTags())));
        case "unread":
          return respond(jsonBody(rpcResponses.unread.parse(await countUnreadNotifications(viewer))));
      }
    },
  });
}

export const rpcRoutes = { GET: rpcRoute(undefined), POST: rpcRoute(restRow) };
