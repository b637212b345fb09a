import "server-only";
import { randomUUID } from "node:crypto";
import type { z } from "zod";
import type { RateLimitName } from "@/lib/config/limits";
import { AppError, type ErrorCode, type FieldProblem } from "@/lib/shared/errors";
import { findViewer, type Viewer } from "@/lib/auth/viewer.server";
import { writing } from "@/lib/db/replica";
import { logger } from "@/lib/infra/logger";
import { SENDER_HEADER } from "@/lib/outbox/rules";
import type { TokenScope } from "@/lib/auth/token-scopes";
import type { Locale } from "@/lib/i18n/locales";
import { isMultipart, readForm, readJson, refuseBody } from "./body";
import { clientAddress } from "./client-address";
import { refuseForeignHost } from "./host-check";
import { refuseCrossSite } from "./origin-check";
import { validationMessage } from "./validation-messages";
import { problemResponse, toAppError } from "./problem";
import { bodyLimit, reserveUpload } from "./uploads-in-flight";
import { consumeLimit } from "@/lib/infra/rate-limiter";
import { isNewMember } from "@/lib/people/rules";

/** `none` skips the viewer lookup, `optional` admits guests, `user` needs a sign-in, `onboarded` completed onboarding. */
export type AuthMode = "none" | "optional" | "user" | "onboarded";

type ViewerOf<A extends AuthMode> = A extends "none" ? null : A extends "optional" ? Viewer | null : Viewer;
type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;

type Context<A extends AuthMode, P, Q, B> = {
  request: Request;
  requestId: string;
  viewer: ViewerOf<A>;
  /** The client's network address, for rate limits only. */
  address: string;
  /** Whom the rate limit counts, for what the handler counts itself. */
  sender: { key: string; isNew: boolean };
  params: Parsed<P>;
  query: Parsed<Q>;
  body: Parsed<B>;
  /** Set for a multipart request; `body` is then undefined. */
  form: FormData | null;
};

type Head = { status?: number; headers?: HeadersInit; cookies?: string[] };

/** What a handler returns: a body if the route declares a `response` schema, nothing otherwise. */
export type RouteResult<R> =
  | Response
  | (Head & (R extends z.ZodType ? { body: z.input<R> } : { body?: undefined }))
  | (R extends z.ZodType ? never : undefined | void);

/** The parts of a form, and what each is. */
export type FormFields = Readonly<Record<string, "file" | "files" | "text" | "json">>;

/** A second API in front of the same services, with its own clients and error format (lib/hosted). It ignores cookies. */
export type Gateway = {
  /** Rejects a request before authentication. @throws AppError */
  enter: (request: Request) => void;
  findViewer: (request: Request) => Promise<Viewer | null>;
  /** Its error format, beside the problem; `status` overrides the status. */
  problem: (error: AppError) => { status?: number } & Record<string, unknown>;
  /** Headers of every response. */
  headers: Record<string, string>;
};

/** A function where it depends on the settings. */
type Bytes = number | (() => number);
const bytesOf = (bytes: Bytes): number => (typeof bytes === "number" ? bytes : bytes());

/** What a call does, in the languages of the documentation. */
export type Summary = Readonly<Record<Locale, string>>;

/** For the document of the API; a gateway has its own documentation. */
type Description = { summary: Summary; gateway?: Gateway } | { summary?: undefined; gateway: Gateway };

type RouteOptions<A extends AuthMode, P, Q, B, R> = Description & {
  auth: A;
  /** The scope with which access tokens may call it; without one it refuses them. A function where it depends on the path. */
  scope?: TokenScope | ((params: RawParams) => TokenScope | null);
  params?: P;
  query?: Q;
  body?: B;
  /** The size limit of a JSON body in bytes; 256 KiB by default. */
  jsonMaxBytes?: number;
  /** Allows NUL characters in JSON strings: apps may store any text. */
  jsonAllowNul?: boolean;
  /** The error code for invalid path parameters. */
  notFoundCode?: "not_found" | "unknown_app" | "share_ended";
  /** Answers under any Host: probes and schedulers use names of their own. */
  anyHost?: boolean;
  /** Accepts multipart/form-data up to `maxBytes`, in addition to JSON if `body` is set. */
  multipart?: {
    maxBytes: Bytes;
    fields: FormFields;
    /** Begins the sentence of the error of a larger one. */
    what?: () => string;
  };
  /** Accepts any body up to `maxBytes`; the handler reads it. */
  rawBody?: { maxBytes: Bytes };
  /** Rate limit per viewer, or per network address for guests; counted before the body is read. */
  limit?: RateLimitName | ((url: URL, params: RawParams) => RateLimitName | undefined);
  /** False for an unsafe method that stores nothing which its sender reads again. */
  writes?: false;
  /** The error code for guests, where the specification words it differently. */
  guestCode?: "unauthenticated" | "upload_unauthenticated";
  /** Schema of the response body; fields it does not name are dropped. */
  response?: R;
  /** What a response without a schema is: its media type, or `redirect`. */
  sends?: string;
  handler: (context: Context<A, P, Q, B>) => Promise<RouteResult<R>> | RouteResult<R>;
};

type Schema = z.ZodType | undefined;
/** What a route takes and answers, for the document of the API (lib/docs). */
export type RouteContract = Omit<
  RouteOptions<AuthMode, Schema, Schema, Schema, Schema>,
  "handler" | "gateway" | "limit" | "summary"
> & { summary?: Summary | undefined; isLimited: boolean };

/** The path parameters as the handler gets them, decoded: one name can be spelt in many ways in a URL. */
export type RawParams = Readonly<Record<string, string | string[] | undefined>>;
type NextContext = { params: Promise<Record<string, string | string[] | undefined>> };

export type RouteHandler = (request: Request, context: NextContext) => Promise<Response>;

const UNSAFE = new Set(["POST", "PUT", "PATCH", "DELETE"]);

/** The error code that a custom refinement carries in its `params`. */
function refinementCode(issue: z.core.$ZodIssue): string | undefined {
  const code: unknown = issue.code === "custom" ? issue.params?.code : undefined;
  return typeof code === "string" ? code : undefined;
}

/** Parses `value`. @throws AppError validation_error naming each field */
export function parseWith<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value, { error: validationMessage });
  if (parsed.success) return parsed.data;
  const fields: FieldProblem[] = parsed.error.issues.map((issue) => ({
    path: issue.path.join("."),
    code: refinementCode(issue) ?? issue.code ?? "invalid",
    message: issue.message,
  }));
  throw new AppError("validation_error", { fields, message: fields[0]?.message });
}

/** Search parameters as an object; a repeated one becomes an array, which schemas refuse. */
function queryObject(url: URL): Record<string, string | string[]> {
  const result = Object.create(null) as Record<string, string | string[]>;
  for (const key of new Set(url.searchParams.keys())) {
    const values = url.searchParams.getAll(key);
    if (values.some((value) => value.includes("\0"))) throw new AppError("validation_error");
    result[key] = values.length === 1 ? values[0]! : values;
  }
  return { ...result };
}

/** The scope that a route requires of a token; null if it accepts none. */
export function scopeOf({ scope }: Pick<RouteContract, "scope">, params: RawParams): TokenScope | null {
  return (typeof scope === "function" ? scope(params) : scope) ?? null;
}

/** @throws AppError insufficient_scope unless the viewer's token may do this */
function requireScope({ scopes }: Viewer, scope: TokenScope | null): void {
  if (!scope || !scopes?.includes(scope)) throw new AppError("insufficient_scope", { details: { scope } });
}

/** Counts a token's request against its rate limit. @throws AppError rate_limited */
async function countTokenUse(tokenId: string, unsafe: boolean): Promise<void> {
  await consumeLimit("tokenRequests", tokenId);
  if (unsafe) await consumeLimit("tokenWrites", tokenId);
}

async function identify<A extends AuthMode>(
  mode: A,
  request: Request,
  options: Pick<RouteContract, "guestCode" | "scope"> & { gateway?: Gateway | undefined },
  nextContext: NextContext,
): Promise<ViewerOf<A>> {
  const { guestCode = "unauthenticated", gateway } = options;
  if (mode === "none") return null as ViewerOf<A>;
  const viewer = await (gateway?.findViewer ?? findViewer)(request);
  if (viewer?.via === "token") requireScope(viewer, scopeOf(options, await nextContext.params));
  if (mode === "optional") return viewer as ViewerOf<A>;
  // A gateway has already rejected invalid tokens, and guests send its public key as the token.
  if (!viewer)
    throw new AppError(!gateway && request.headers.has("authorization") ? "invalid_token" : guestCode);
  // What a browser kept for one person is never taken as another's.
  const meant = request.headers.get(SENDER_HEADER);
  if (meant !== null && meant !== viewer.id) throw new AppError(guestCode);
  if (mode === "onboarded" && !viewer.onboarding.isOnboarded) throw new AppError("onboarding_required");
  return viewer as ViewerOf<A>;
}

function respond(result: Response | (Head & { body?: unknown }) | void, schema?: z.ZodType): Response {
  if (result instanceof Response) return result;
  const { status, headers, cookies } = result ?? {};
  const body = schema?.parse(result?.body);
  const responseHeaders = new Headers(headers);
  if (!responseHeaders.has("cache-control")) responseHeaders.set("cache-control", "no-store");
  for (const cookie of cookies ?? []) responseHeaders.append("set-cookie", cookie);
  if (body === undefined) return new Response(null, { status: status ?? 204, headers: responseHeaders });
  responseHeaders.set("content-type", "application/json");
  return new Response(JSON.stringify(body), { status: status ?? 200, headers: responseHeaders });
}

/** Creates a Next route handler from RouteOptions. Never throws: every failure becomes problem+json with a code. */
export function route<
  const A extends AuthMode,
  P extends z.ZodType | undefined = undefined,
  Q extends z.ZodType | undefined = undefined,
  B extends z.ZodType | undefined = undefined,
  R extends z.ZodType | undefined = undefined,
>(options: RouteOptions<A, P, Q, B, R>): RouteHandler & { contract: RouteContract } {
  const handle: RouteHandler = async (request, nextContext) => {
    const requestId = randomUUID();
    const started = performance.now();
    let viewerId: string | undefined;
    let response: Response;
    let releaseUpload: (() => void) | undefined;
    try {
      const url = new URL(request.url);
      const unsafe = UNSAFE.has(request.method);
      if (!options.anyHost) refuseForeignHost(request);
      options.gateway?.enter(request);
      const viewer = await identify(options.auth, request, options, nextContext);
      // A page can send any Authorization header to its own rebound name; only a valid token shows who asks.
      if (unsafe && !options.gateway && (!viewer || viewer.via === "cookie")) refuseCrossSite(request);
      viewerId = viewer?.id;
      const address = clientAddress(request.headers);
      const limit =
        typeof options.limit === "function" ? options.limit(url, await nextContext.params) : options.limit;
      // The tokens of a person have rate limits separate from those of their browsers, so that a busy bot does not lock
      // its owner out.
      const key = viewer
        ? viewer.via === "token"
          ? `tokens:${viewer.id}`
          : viewer.id
        : `address:${address}`;
      const sender = { key, isNew: viewer !== null && isNewMember(viewer) };
      if (viewer?.via === "token") await countTokenUse(viewer.sessionId, unsafe);
      if (limit) await consumeLimit(limit, key, sender);
      const params = (options.params &&
        parseParams(options.params, await nextContext.params, options.notFoundCode)) as Parsed<P>;
      const query = (options.query && parseWith(options.query, queryObject(url))) as Parsed<Q>;
      if (unsafe && !options.body && !options.multipart && !options.rawBody) await refuseBody(request);
      const asForm = options.multipart !== undefined && (options.body === undefined || isMultipart(request));
      const formMax = asForm ? bytesOf(options.multipart!.maxBytes) : null;
      const formBytes = formMax === null ? null : bodyLimit(request, formMax);
      const largeBody = options.rawBody
        ? bytesOf(options.rawBody.maxBytes)
        : (formBytes ?? options.jsonMaxBytes);
      const what =
        formBytes === formMax ? options.multipart?.what?.() : "A form that does not declare its size";
      if (unsafe && largeBody) releaseUpload = reserveUpload(request, { key, maxBytes: largeBody, what });
      const form = formBytes === null ? null : await readForm(request, formBytes, what);
      const body = (
        form || !options.body
          ? undefined
          : parseWith(
              options.body,
              await readJson(request, { maxBytes: options.jsonMaxBytes, allowNul: options.jsonAllowNul }),
            )
      ) as Parsed<B>;
      const handle = () =>
        options.handler({ request, requestId, viewer, address, sender, params, query, body, form });
      const result = unsafe && options.writes !== false ? writing(viewer?.id ?? null, handle) : handle();
      response = respond(await result, options.response);
    } catch (thrown) {
      const error = toAppError(thrown);
      if (error.status >= 500) {
        // Another server's fault.
        const level = error.code === "egress_failed" ? "warn" : "error";
        logger()[level]({ requestId, errorCode: error.code, err: error.cause ?? error }, "request failed");
      }
      response = problemResponse(error, requestId, options.gateway?.problem(error));
    } finally {
      releaseUpload?.();
    }
    for (const [name, value] of Object.entries(options.gateway?.headers ?? {}))
      response.headers.set(name, value);
    response.headers.set("x-request-id", requestId);
    logger().info(
      {
        requestId,
        method: request.method,
        // Without the query, which may contain search terms or a token.
        path: new URL(request.url).pathname,
        status: response.status,
        ms: Math.round(performance.now() - started),
        userId: viewerId,
      },
      "request",
    );
    return response;
  };
  const { handler: _, gateway: __, limit, ...described } = options;
  return Object.assign(handle, { contract: { ...described, isLimited: limit !== undefined } });
}

/** Invalid path parameters cannot name anything that exists: 404, not 400. */
function parseParams(schema: z.ZodType, params: unknown, code: ErrorCode = "not_found"): unknown {
  const parsed = schema.safeParse(params);
  if (!parsed.success) throw new AppError(code);
  return parsed.data;
}
