import { API_BASE } from "@/lib/config/env.client";
import type { FieldProblem } from "@/lib/shared/errors";

/** Dispatched on `window` after a response `unauthenticated`: the session may have ended. */
export const SESSION_DOUBT_EVENT = "gum:session-doubt";

/** A failed call, with the server's stable `code`, its message and, if it names fields, their problems. */
export class ApiError extends Error {
  readonly code: string;
  readonly type: string;
  readonly status: number;
  readonly fields: FieldProblem[];
  readonly requestId: string | undefined;
  /** Seconds until a retry makes sense. */
  readonly retryAfter: number | undefined;
  readonly details: Record<string, unknown> | undefined;

  constructor(init: {
    code: string;
    message: string;
    status: number;
    fields?: FieldProblem[];
    requestId?: string;
    retryAfter?: number;
    details?: Record<string, unknown>;
    cause?: unknown;
  }) {
    super(init.message, { cause: init.cause });
    this.name = "ApiError";
    this.code = init.code;
    this.type = init.code;
    this.status = init.status;
    this.fields = init.fields ?? [];
    this.requestId = init.requestId;
    this.retryAfter = init.retryAfter;
    this.details = init.details;
  }
}

export type ApiRequest = {
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  query?: Record<string, string | number | boolean | undefined | null>;
  /** Sent as JSON; a FormData is sent as multipart. */
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** The request outlives the page. At most 64 KB of all such requests at a time; more fail. */
  keepalive?: boolean;
};

type ApiResponse<T> = { data: T; headers: Headers };

/**
 * Calls the API with the browser's session.
 * @param path below the API's base, beginning with a slash
 * @throws ApiError; `network_failure` without a whole response of the API
 */
export async function api<T>(path: string, request: ApiRequest = {}): Promise<T> {
  return (await apiWithHeaders<T>(path, request)).data;
}

/** Like `api`, with the response headers (ETag). */
export async function apiWithHeaders<T>(path: string, request: ApiRequest = {}): Promise<ApiResponse<T>> {
  const response = await send(path, request);
  const text = await response.text().catch((cause: unknown) => {
    if (request.signal?.aborted) throw cause;
    if (response.ok) throw networkFailure(cause);
    return "";
  });
  const body = parseBody(text);
  if (!response.ok) {
    const error = toApiError(response, body);
    if (error.code === "unauthenticated") globalThis.window?.dispatchEvent(new Event(SESSION_DOUBT_EVENT));
    throw error;
  }
  if (!isFromApi(text, response.headers.get("content-type"))) throw networkFailure();
  return { data: body as T, headers: response.headers };
}

async function send(
  path: string,
  { method = "GET", query, body, headers, signal, keepalive = false }: ApiRequest,
): Promise<Response> {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null) search.set(key, String(value));
  }
  const isForm = body instanceof FormData;
  try {
    return await fetch(`${API_BASE}${path}${search.size > 0 ? `?${search}` : ""}`, {
      method,
      credentials: "include",
      headers: {
        accept: "application/json",
        "x-client-info": "gum-web",
        ...(body !== undefined && !isForm && { "content-type": "application/json" }),
        ...headers,
      },
      body: isForm ? body : JSON.stringify(body),
      signal,
      keepalive,
    });
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw networkFailure(cause);
  }
}

/** False for the page of a captive portal or a proxy, which answers any request with status 200. */
export function isFromApi(text: string, contentType: string | null): boolean {
  return text === "" || /^application\/(.+\+)?json\b/.test(contentType ?? "");
}

export function networkFailure(cause?: unknown): ApiError {
  const message = "Unable to connect. Please check your internet connection.";
  return new ApiError({ code: "network_failure", message, status: 0, cause });
}

/** JSON, or the text itself; undefined for an empty body. */
export function parseBody(text: string): unknown {
  if (!text) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** The error in a failed response; its body may be an object, a string or empty (specification, section 8). */
export function toApiError(response: Response, body: unknown): ApiError {
  const fallback = response.status ? `HTTP ${response.status}` : "Request failed";
  const retryAfter = Number(response.headers.get("retry-after")) || undefined;
  if (typeof body !== "object" || body === null) {
    const message = typeof body === "string" && body.length > 0 && body.length < 300 ? body : fallback;
    return new ApiError({ code: "unknown", message, status: response.status, retryAfter });
  }
  const problem = body as Record<string, unknown>;
  const text = (key: string) => (typeof problem[key] === "string" ? (problem[key] as string) : undefined);
  return new ApiError({
    code: text("code") ?? text("errorType") ?? text("error") ?? "unknown",
    message: text("message") ?? text("detail") ?? fallback,
    status: response.status,
    fields: Array.isArray(problem.fields) ? (problem.fields as FieldProblem[]) : undefined,
    requestId: text("requestId"),
    details: (problem.details as Record<string, unknown> | undefined) ?? undefined,
    retryAfter,
  });
}
