import "server-only";
import { byteSize } from "@/lib/shared/byte-size";
import { AppError } from "@/lib/shared/errors";
import { parseJson } from "./json";

/** The subject and the limit of the error message: `what` begins the sentence. */
export function tooLarge(maxBytes: number, what = "The request body"): AppError {
  const message = `${what} is larger than the limit of ${byteSize(maxBytes)}.`;
  return new AppError("payload_too_large", { message, details: { maxBytes } });
}

/** JSON bodies are small; files are sent as multipart. */
const JSON_MAX_BYTES = 256 * 1024;

/**
 * Reads a request's body.
 * @param what begins the sentence of the error
 * @throws AppError payload_too_large once it exceeds `maxBytes`, whatever its headers declare
 */
export async function readBytes(
  request: Request,
  maxBytes: number,
  what?: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const declared = Number(request.headers.get("content-length") ?? "0");
  if (declared > maxBytes) throw tooLarge(maxBytes, what);
  if (!request.body) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = request.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    if (size > maxBytes) {
      await reader.cancel().catch(() => undefined);
      throw tooLarge(maxBytes, what);
    }
    chunks.push(value);
  }
  return Buffer.concat(chunks);
}

/** The declared media type without parameters; empty where there is none. */
export function contentType(request: Request): string {
  return (request.headers.get("content-type") ?? "").split(";")[0]!.trim().toLowerCase();
}

export function isMultipart(request: Request): boolean {
  return contentType(request) === "multipart/form-data";
}

/**
 * Parses a JSON body; an empty body counts as an empty object.
 * @throws AppError unsupported_media_type, payload_too_large, invalid_json
 */
export async function readJson(
  request: Request,
  { maxBytes = JSON_MAX_BYTES, allowNul = false }: { maxBytes?: number; allowNul?: boolean } = {},
): Promise<unknown> {
  const type = contentType(request);
  const bytes = await readBytes(request, maxBytes);
  if (bytes.byteLength === 0 && type !== "application/json") return {};
  if (type !== "application/json") throw new AppError("unsupported_media_type");
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new AppError("invalid_json");
  }
  return parseJson(text, { allowNul });
}

/**
 * For routes without a body: accepts an empty one or an empty object.
 * @throws AppError unsupported_media_type, payload_too_large, invalid_json, validation_error
 */
export async function refuseBody(request: Request): Promise<void> {
  const type = contentType(request);
  // Even where it is empty: a plain HTML form never targets this API.
  if (type !== "" && type !== "application/json") throw new AppError("unsupported_media_type");
  const bytes = await readBytes(request, JSON_MAX_BYTES);
  const text = new TextDecoder().decode(bytes).trim();
  if (text === "") return;
  if (type === "") throw new AppError("unsupported_media_type");
  const value = parseJson(text);
  const isEmpty =
    typeof value === "object" && value !== null && !Array.isArray(value) && Object.keys(value).length === 0;
  if (!isEmpty) throw new AppError("validation_error");
}

/**
 * Parses a multipart body.
 * @param what begins the sentence of the error of one that is too large
 * @throws AppError unsupported_media_type, payload_too_large, validation_error
 */
export async function readForm(request: Request, maxBytes: number, what?: string): Promise<FormData> {
  if (!isMultipart(request)) throw new AppError("unsupported_media_type");
  const bytes = await readBytes(request, maxBytes, what);
  const type = request.headers.get("content-type") ?? "";
  try {
    return await new Response(bytes, { headers: { "content-type": type } }).formData();
  } catch {
    throw new AppError("validation_error", { message: "The form could not be read." });
  }
}
