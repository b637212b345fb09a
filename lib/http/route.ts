import "server-only";
import { randomUUID } from "node:crypto";
import type { z } from "zod";
import type { RateLimitName } from "@/lib/config/limits";
import { AppError, type ErrorCode, type FieldProblem } from "@/lib/shared/errors";
import { findViewer, type Viewer } from "@/lib/auth/viewer.server";
import { logger } from "@/lib/infra/logger";
import { SENDER_HEADER } from "@/lib/outbox/rules";
import { scopeFor } from "@/lib/auth/token-scopes";
import { isMultipart, readForm, readJson, refuseBody } from "./body";
import { clientAddress } from "./client-address";
import { refuseForeignHost } from "./host-check";
import { refuseCrossSite } from "./origin-check";
import { validationMessage } from "./validation-messages";
import { problemResponse, toAppError } from "./problem";
import { reserveUpload } from "./uploads-in-flight";
import { consumeLimit } from "@/lib/infra/rate-limiter";

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

type RouteOptions<A extends AuthMode, P, Q, B, R> = {
  auth: A;
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
  multipart?: { maxBytes: number };
  /** Rate limit per viewer, or per network address for guests; counted before the body is read. */
  limit?: RateLimitName | ((url: URL) => RateLimitName | undefined);
  /** The error code for guests, where the specification words it differently. */
  guestCode?: "unauthenticated" | "upload_unauthenticated";
  /** Schema of the response body; fields it does not name are dropped. */
  response?: R;
  handler: (context: Context<A, P, Q, B>) => Promise<RouteResult<R>> | RouteResult<R>;
};

type NextContext = { params: Promise<Record<string, string | string[] | undefined>> };

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

/** @throws AppError insufficient_scope unless the viewer's token may do this */
function requireScope({ scopes }: Viewer, { method, url }: Request): void {
  const scope = scopeFor(method, new URL(url).pathname);
  if (!scope || !scopes?.includes(scope)) throw new AppError("insufficient_scope", { details: { scope } });
}

/** Counts a token's request. @throws AppError rate_limited */
async function countTokenUse(tokenId: string, unsafe: boolean): Promise<void> {
  await consumeLimit("tokenRequests", tokenId);
  if (unsafe) await consumeLimit("tokenWrites", tokenId);
}

async function identify<A extends AuthMode>(
  mode: A,
  request: Request,
  guestCode: "unauthenticated" | "upload_unauthenticated",
): Promise<ViewerOf<A>> {
  if (mode === "none") return null as ViewerOf<A>;
  const viewer = await findViewer(request);
  if (viewer?.via === "token") requireScope(viewer, request);
  if (mode === "optional") return viewer as ViewerOf<A>;
  if (!viewer) throw new AppError(request.headers.has("authorization") ? "invalid_token" : guestCode);
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
>(options: RouteOptions<A, P, Q, B, R>): (request: Request, context: NextContext) => Promise<Response> {
  return async (request, nextContext) => {
    const requestId = randomUUID();
    const started = performance.now();
    let viewerId: string | undefined;
    let response: Response;
    let releaseUpload: (() => void) | undefined;
    try {
      const url = new URL(request.url);
      const unsafe = UNSAFE.has(request.method);
      if (!options.anyHost) refuseForeignHost(request);
      const viewer = await identify(options.auth, request, options.guestCode ?? "unauthenticated");
      // A page can send any Authorization header to its own rebound name; only a valid token shows who asks.
      if (unsafe && (!viewer || viewer.via === "cookie")) refuseCrossSite(request);
      viewerId = viewer?.id;
      const address = clientAddress(request.headers);
      const limit = typeof options.limit === "function" ? options.limit(url) : options.limit;
      // The tokens of a person share limits that are not those of their browsers: a busy bot locks nobody out.
      const sender = viewer
        ? viewer.via === "token"
          ? `tokens:${viewer.id}`
          : viewer.id
        : `address:${address}`;
      if (viewer?.via === "token") await countTokenUse(viewer.sessionId, unsafe);
      if (limit) await consumeLimit(limit, sender);
      const params = (options.params &&
        parseParams(options.params, await nextContext.params, options.notFoundCode)) as Parsed<P>;
      const query = (options.query && parseWith(options.query, queryObject(url))) as Parsed<Q>;
      if (unsafe && !options.body && !options.multipart) await refuseBody(request);
      const asForm = options.multipart !== undefined && (options.body === undefined || isMultipart(request));
      const largeBody = asForm ? options.multipart!.maxBytes : options.jsonMaxBytes;
      if (unsafe && largeBody) releaseUpload = reserveUpload(request, { key: sender, maxBytes: largeBody });
      const form = asForm ? await readForm(request, options.multipart!.maxBytes) : null;
      const body = (
        form || !options.body
          ? undefined
          : parseWith(
              options.body,
              await readJson(request, { maxBytes: options.jsonMaxBytes, allowNul: options.jsonAllowNul }),
            )
      ) as Parsed<B>;
      response = respond(
        await options.handler({ request, requestId, viewer, address, params, query, body, form }),
        options.response,
      );
    } catch (thrown) {
      const error = toAppError(thrown);
      if (error.status >= 500) {
        // Another server's fault.
        const level = error.code === "egress_failed" ? "warn" : "error";
        logger()[level]({ requestId, errorCode: error.code, err: error.cause ?? error }, "request failed");
      }
      response = problemResponse(error, requestId);
    } finally {
      releaseUpload?.();
    }
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
}

/** Invalid path parameters cannot name anything that exists: 404, not 400. */
function parseParams(schema: z.ZodType, params: unknown, code: ErrorCode = "not_found"): unknown {
  const parsed = schema.safeParse(params);
  if (!parsed.success) throw new AppError(code);
  return parsed.data;
}
