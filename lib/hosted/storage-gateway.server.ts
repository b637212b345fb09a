import "server-only";
import { contentType, isMultipart, readBytes, readForm } from "@/lib/http/body";
import { otherMethodsBehind } from "@/lib/http/other-methods";
import { type Gateway, parseWith } from "@/lib/http/route";
import { HOSTED_METADATA_BYTES } from "@/lib/config/hosted-limits";
import { HOSTED_FILE_MAX_BYTES } from "@/lib/config/limits";
import { parseJson } from "@/lib/http/json";
import { AppError } from "@/lib/shared/errors";
import { hostedGateway } from "./gateway.server";
import { ifNoneMatchHits } from "@/lib/http/etag";
import { fileResponse } from "@/lib/http/file-response";
import type { BucketObject } from "./storage-bucket-service";
import { extrasSchema, type FileExtras, type Transform } from "./storage-contract";
import { renderPicture, versionOf } from "./storage-render-service";
import { type Place, placeOf } from "./storage-names";

/** What the routes of hosted storage clients share. */
const NAMES: Partial<Record<string, string>> = {
  not_found: "not_found",
  forbidden: "Unauthorized",
  unauthenticated: "Unauthorized",
  invalid_token: "InvalidJWT",
  payload_too_large: "Payload too large",
  quota_exceeded: "QuotaExceeded",
};

const MISSING = new Set<string>(["not_found", "unknown_app", "share_ended"]);

function problemOf(error: AppError): { status?: number } & Record<string, unknown> {
  const special = error.details?.hosted;
  const name = (special === "Duplicate" ? special : NAMES[error.code]) ?? error.code;
  // Clients distinguish a missing file from a failure by this code.
  const code = MISSING.has(error.code) ? "NoSuchKey" : error.code;
  return { code, statusCode: String(error.status), error: name };
}

export const storageGateway: Gateway = hostedGateway(problemOf);
/** For signed URLs, which browsers open without a key. */
export const linkGateway: Gateway = { ...storageGateway, enter: () => undefined };

export const otherStorageMethods = (...allowed: Parameters<typeof otherMethodsBehind>[1]) =>
  otherMethodsBehind(storageGateway, allowed);

/** The object that a request addresses. @throws AppError not_found */
export function requirePlace({ url }: Request): Place {
  const place = placeOf(new URL(url).pathname);
  if (!place) throw new AppError("not_found", { message: "Bucket or object not found" });
  return place;
}

/** The size limit that our own route has for this bucket. */
export const uploadLimit = ({ pathname }: URL): "media" | "writes" =>
  placeOf(pathname)?.bucket === "media" ? "media" : "writes";

/** Allowance for multipart boundaries and headers. */
const FORM_BYTES = 64 * 1024;
export const UPLOAD_BYTES = HOSTED_FILE_MAX_BYTES + FORM_BYTES;

const TYPE = /^[\w.+-]{1,60}\/[\w.+-]{1,60}$/;
export const readContentType = (type: string): string =>
  TYPE.test(type) ? type : "application/octet-stream";

type Given = { cacheControl: string | null | undefined; metadata: string | null | undefined };

/**
 * What a client keeps with a file. A Cache-Control that is none is as good as none, because browsers send it by themselves.
 * @param given `metadata` is JSON
 * @throws AppError payload_too_large, invalid_json, validation_error
 */
export function readExtras({ cacheControl, metadata }: Given): FileExtras {
  if (Buffer.byteLength(metadata ?? "") > HOSTED_METADATA_BYTES)
    throw new AppError("payload_too_large", {
      message: `The metadata of a file may have ${HOSTED_METADATA_BYTES} bytes of JSON at most.`,
      details: { maxBytes: HOSTED_METADATA_BYTES },
    });
  return parseWith(extrasSchema, {
    cacheControl: cacheControl || null,
    metadata: metadata ? parseJson(metadata) : null,
  });
}

const fromBase64 = (text: string | null) => text && Buffer.from(text, "base64").toString("utf8");

/** An uploaded file, as the raw body or in a form. @throws AppError payload_too_large, validation_error */
export async function readUpload(
  request: Request,
): Promise<{ bytes: Uint8Array; type: string; extras: FileExtras }> {
  if (!isMultipart(request)) {
    const { headers } = request;
    const metadata = fromBase64(headers.get("x-metadata"));
    const extras = readExtras({ cacheControl: headers.get("cache-control"), metadata });
    return {
      bytes: await readBytes(request, HOSTED_FILE_MAX_BYTES),
      type: readContentType(contentType(request)),
      extras,
    };
  }
  const form = await readForm(request, UPLOAD_BYTES);
  const file = [...form.values()].find((value) => value instanceof File);
  if (!file) throw new AppError("validation_error", { message: "The form has no file." });
  if (file.size > HOSTED_FILE_MAX_BYTES) throw new AppError("payload_too_large");
  const textOf = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? value : null;
  };
  const extras = readExtras({ cacheControl: textOf("cacheControl"), metadata: textOf("metadata") });
  return {
    extras,
    bytes: new Uint8Array(await file.arrayBuffer()),
    type: readContentType(file.type.split(";")[0]!.trim().toLowerCase()),
  };
}

const PUBLIC_SECONDS = 60;

type Sending = {
  object: BucketObject;
  /** For a resized image. */
  transform?: Transform | undefined;
  /** Whose limits the download or resize counts against: a person's id, or an address. */
  sender: string;
  /** Public, so shared caches may store it. */
  isPublic?: boolean;
};

/**
 * Responds with a file as a download, whatever type it claims, so that it cannot run on our origin. Images that we
 * encoded are displayed inline, unless the client asks for a download.
 */
export async function objectResponse(request: Request, sending: Sending): Promise<Response> {
  const { object, transform, sender, isPublic } = sending;
  const etag = `"${transform ? versionOf(object, transform) : object.version}"`;
  const download = new URL(request.url).searchParams.get("download");
  const name = encodeURIComponent(download || object.path.split("/").at(-1)!);
  const isShown = (object.isPicture || transform !== undefined) && download === null;
  const headers: Record<string, string> = {
    "content-disposition": isShown ? "inline" : `attachment; filename*=UTF-8''${name}`,
    "content-security-policy": "default-src 'none'; sandbox",
    "x-content-type-options": "nosniff",
    "cache-control": isPublic ? `public, max-age=${PUBLIC_SECONDS}` : "private, no-store",
    ...(isPublic && { etag }),
  };
  if (isPublic && ifNoneMatchHits(request.headers.get("if-none-match"), etag))
    return new Response(null, { status: 304, headers });
  const typed = { ...headers, "content-type": transform ? "image/webp" : object.type };
  if (transform) return new Response(await renderPicture({ object, transform, sender }), { headers: typed });
  const { bytes, stream } = object;
  if (bytes === null || !stream) return new Response(await object.read(), { headers: typed });
  const file = { name: object.version, size: bytes, type: object.type, read: stream };
  return fileResponse(request, file, { headers: typed, receiver: sender });
}
