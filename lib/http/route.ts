import "server-only";
import { randomUUID } from "node:crypto";
import type { z } from "zod";
import type { RateLimitName } from "@/lib/config/limits";
import { AppError, type ErrorCode, type FieldProblem } from "@/lib/shared/errors";
import { findViewer, type Viewer } from "@/lib/auth/viewer.server";
import { logger } from "@/lib/infra/logger";
import { isMultipart, readForm, readJson, refuseBody } from "./body";
import { clientAddress } from "./client-address";
import { refuseCrossSite } from "./origin-check";
import { problemResponse, toAppError } from "./problem";
import { consumeLimit } from "@/lib/infra/rate-limiter";

/**
 * Every route handler of the API is made here: who may call, what comes in, how often, and what a failure looks like.
 * - `none`: nobody is looked up; `optional`: guests too; `user`: signed in; `onboarded`: signed in and onboarded.
 */
export type AuthMode = "none" | "optional" | "user" | "onboarded";

type ViewerOf<A extends AuthMode> = A extends "none" ? null : A extends "optional" ? Viewer | null : Viewer;
type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;

type Context<A extends AuthMode, P, Q, B> = {
  request: Request;
  requestId: string;
  viewer: ViewerOf<A>;
  /** For limits only. */
  address: string;
  params: Parsed<P>;
  query: Parsed<Q>;
  body: Parsed<B>;
  /** The form of a multipart request, where `multipart` allows one; `body` is then undefined. */
  form: FormData | null;
};

type Head = { status?: number; headers?: HeadersInit; cookies?: string[] };

/** What a handler answers: a body where the route says which (`answer`), nothing otherwise. */
export type RouteResult<R> =
  | Response
  | (Head & (R extends z.ZodType ? { body: z.input<R> } : { body?: undefined }))
  | (R extends z.ZodType ? never : undefined | void);

type RouteOptions<A extends AuthMode, P, Q, B, R> = {
  auth: A;
  params?: P;
  query?: Q;
  body?: B;
  /** The most a JSON body may hold, in bytes; 256 KiB where not given. */
  jsonMaxBytes?: number;
  /** Texts of the JSON body may hold NUL characters: what an app stores is any text. */
  jsonAllowNul?: boolean;
  /** The code for path parameters that name nothing. */
  notFoundCode?: "not_found" | "unknown_app" | "share_ended";
  /** Accept multipart/form-data (beside JSON where `body` is given too), up to so many bytes. */
  multipart?: { maxBytes: number };
  /** Counted for the viewer, or for the network address of a guest, before the body is read. */
  limit?: RateLimitName | ((url: URL) => RateLimitName | undefined);
  /** The code a guest is answered with where the specification has its own words for it. */
  guestCode?: "unauthenticated" | "upload_unauthenticated";
  /** What the body of the answer is. Fields that it does not name never leave. */
  response?: R;
  handler: (context: Context<A, P, Q, B>) => Promise<RouteResult<R>> | RouteResult<R>;
};

type NextContext = { params: Promise<Record<string, string | string[] | undefined>> };

const UNSAFE = new Set(["POST", "PUT", "PATCH", "DELETE"]);

/** The code that a schema gives to a rule of its own. */
function ownCode(issue: z.core.$ZodIssue): string | undefined {
  const code: unknown = issue.code === "custom" ? issue.params?.code : undefined;
  return typeof code === "string" ? code : undefined;
}

/**
 * A value as `schema` has it.
 * @throws AppError validation_error that names each field
 */
export function parseWith<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const fields: FieldProblem[] = parsed.error.issues.map((issue) => ({
    path: issue.path.join("."),
    code: ownCode(issue) ?? issue.code ?? "invalid",
    message: issue.message,
  }));
  throw new AppError("validation_error", { fields, message: fields[0]?.message });
}

/** Search parameters as an object; a parameter given twice is an array, which a schema can refuse. */
function queryObject(url: URL): Record<string, string | string[]> {
  const result = Object.create(null) as Record<string, string | string[]>;
  for (const key of new Set(url.searchParams.keys())) {
    const values = url.searchParams.getAll(key);
    if (values.some((value) => value.includes("\0"))) throw new AppError("validation_error");
    result[key] = values.length === 1 ? values[0]! : values;
  }
  return { ...result };
}

async function identify<A extends AuthMode>(
  mode: A,
  request: Request,
  guestCode: "unauthenticated" | "upload_unauthenticated",
): Promise<ViewerOf<A>> {
  if (mode === "none") return null as ViewerOf<A>;
  const viewer = await findViewer(request);
  if (mode === "optional") return viewer as ViewerOf<A>;
  if (!viewer) throw new AppError(request.headers.has("authorization") ? "invalid_token" : guestCode);
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

/** Makes a Next route handler; see RouteOptions. Never throws: every failure becomes problem+json with a code. */
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
    try {
      const url = new URL(request.url);
      const unsafe = UNSAFE.has(request.method);
      if (unsafe && !request.headers.has("authorization")) refuseCrossSite(request);
      const viewer = await identify(options.auth, request, options.guestCode ?? "unauthenticated");
      viewerId = viewer?.id;
      const address = clientAddress(request.headers);
      const limit = typeof options.limit === "function" ? options.limit(url) : options.limit;
      if (limit) await consumeLimit(limit, viewer?.id ?? `address:${address}`);
      const params = (options.params &&
        parseParams(options.params, await nextContext.params, options.notFoundCode)) as Parsed<P>;
      const query = (options.query && parseWith(options.query, queryObject(url))) as Parsed<Q>;
      if (unsafe && !options.body && !options.multipart) await refuseBody(request);
      const asForm = options.multipart !== undefined && (options.body === undefined || isMultipart(request));
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
        logger().error({ requestId, errorCode: error.code, err: error.cause ?? error }, "request failed");
      }
      response = problemResponse(error, requestId);
    }
    response.headers.set("x-request-id", requestId);
    logger().info(
      {
        requestId,
        method: request.method,
        // The path without its query: a query can hold what a person searched for, or a token.
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

/** Path parameters that do not parse name nothing that exists: 404, not 400. */
function parseParams(schema: z.ZodType, params: unknown, code: ErrorCode = "not_found"): unknown {
  const parsed = schema.safeParse(params);
  if (!parsed.success) throw new AppError(code);
  return parsed.data;
}
