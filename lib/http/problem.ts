import "server-only";
import { AppError, ERROR_MESSAGE, type ErrorCode, type FieldProblem } from "@/lib/shared/errors";
import { isTransient, isUnreachable } from "@/lib/db/errors";
import { noticeShortage } from "@/lib/infra/space";

/** The body of every error response: RFC 9457 plus `code` and `message`. */
export type Problem = {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: ErrorCode;
  message: string;
  requestId: string;
  fields?: FieldProblem[];
  details?: Record<string, unknown>;
};

const TITLES: Partial<Record<number, string>> = {
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  409: "Conflict",
  412: "Precondition Failed",
  413: "Content Too Large",
  415: "Unsupported Media Type",
  421: "Misdirected Request",
  422: "Unprocessable Content",
  423: "Locked",
  429: "Too Many Requests",
  500: "Internal Server Error",
  502: "Bad Gateway",
  503: "Service Unavailable",
  507: "Insufficient Storage",
};

/**
 * Converts any thrown value; an unknown one becomes `internal` and discloses nothing. A full disk is reported
 * to `ready`.
 */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isUnreachable(error)) return new AppError("unavailable", { cause: error, retryAfter: 5 });
  if (isTransient(error)) return new AppError("conflict", { cause: error });
  if (noticeShortage(error)) return new AppError("storage_full", { cause: error });
  return new AppError("internal", { cause: error });
}

/** @param extension members that a gateway adds to the problem or replaces */
export function problemResponse(
  error: AppError,
  requestId: string,
  extension: { status?: number } & Record<string, unknown> = {},
): Response {
  const { code } = error;
  const status = extension.status ?? error.status;
  const message = code === "internal" ? ERROR_MESSAGE.internal : error.message;
  const problem: Problem = {
    type: "about:blank",
    title: error.title ?? TITLES[status] ?? "Error",
    status,
    detail: message,
    code,
    message,
    requestId,
    ...(error.fields && { fields: error.fields }),
    ...(error.details && { details: error.details }),
  };
  const headers = new Headers({ "content-type": "application/problem+json", "cache-control": "no-store" });
  if (error.retryAfter !== undefined)
    headers.set("retry-after", String(Math.max(1, Math.ceil(error.retryAfter))));
  if (status === 401) headers.set("www-authenticate", "Bearer");
  return new Response(JSON.stringify({ ...problem, ...extension }), { status, headers });
}
