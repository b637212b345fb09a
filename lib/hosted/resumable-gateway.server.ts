import "server-only";
import { z } from "zod";
import { HOSTED_FILE_MAX_BYTES } from "@/lib/config/limits";
import { contentType } from "@/lib/http/body";
import { otherMethodsBehind } from "@/lib/http/other-methods";
import { type Gateway, parseWith, route } from "@/lib/http/route";
import { AppError } from "@/lib/shared/errors";
import { getInstance } from "./gateway.server";
import { linkGateway, readContentType, readExtras } from "./storage-gateway.server";
import { readPlace } from "./storage-names";
import {
  appendToResumable,
  beginResumable,
  cancelResumable,
  getResumable,
  type Resumable,
} from "./storage-resumable-service";

/** The routes of resumable uploads, which use TUS 1.0. Its clients send no public key. */
const VERSION = "1.0.0";
const gateway: Gateway = {
  ...linkGateway,
  // Its clients try again after "Locked", and give up after "Too Many Requests".
  problem: (error) => ({
    ...linkGateway.problem(error),
    ...(error.code === "too_many_uploads" && { status: 423, statusCode: "423" }),
  }),
  headers: {
    ...linkGateway.headers,
    "access-control-expose-headers":
      "location, tus-resumable, upload-expires, upload-length, upload-offset, x-request-id",
    "tus-resumable": VERSION,
    "tus-version": VERSION,
    "tus-extension": "creation,creation-with-upload,expiration,termination",
    "tus-max-size": String(HOSTED_FILE_MAX_BYTES),
  },
};

const BODY_TYPE = "application/offset+octet-stream";
const count = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number);

/** Parses a header with a byte count. @throws AppError validation_error */
function countIn({ headers }: Request, name: string): number {
  return parseWith(z.object({ [name]: count }), { [name]: headers.get(name) })[name]!;
}

function requireVersion({ headers }: Request): void {
  if (headers.get("tus-resumable") !== VERSION)
    throw new AppError("precondition_failed", { message: `Send the header Tus-Resumable: ${VERSION}.` });
}

/** `key base64,key base64` */
function metadataOf({ headers }: Request): Map<string, string> {
  const pairs = (headers.get("upload-metadata") ?? "").split(",").map((pair) => pair.trim().split(" "));
  return new Map(pairs.map(([key = "", value = ""]) => [key, Buffer.from(value, "base64").toString("utf8")]));
}

const progress = ({ offset, bytes, expires }: Resumable) => ({
  "cache-control": "no-store",
  "upload-offset": String(offset),
  "upload-length": String(bytes),
  "upload-expires": expires.toUTCString(),
});

const shared = { auth: "onboarded", gateway } as const;
const uploadParams = z.object({ token: z.string().max(12_000) });

const begin = route({
  ...shared,
  limit: "writes",
  rawBody: { maxBytes: HOSTED_FILE_MAX_BYTES },
  handler: async ({ request, viewer }) => {
    requireVersion(request);
    const metadata = metadataOf(request);
    const place = readPlace(metadata.get("bucketName"), metadata.get("objectName") ?? "");
    if (!place) throw new AppError("not_found", { message: "Upload-Metadata names no bucket and object." });
    const begun = await beginResumable({
      actor: viewer,
      ...place,
      bytes: countIn(request, "upload-length"),
      type: readContentType(metadata.get("contentType") ?? ""),
      extras: readExtras({
        cacheControl: metadata.get("cacheControl"),
        metadata: metadata.get("metadata"),
      }),
      upsert: request.headers.get("x-upsert") === "true",
    });
    const hasBody = contentType(request) === BODY_TYPE && begun.bytes > 0;
    const { token } = begun;
    const upload = hasBody
      ? await appendToResumable({ actor: viewer, token, offset: 0, body: request.body })
      : begun;
    const location = `${getInstance().hosted.url}/storage/v1/upload/resumable/${token}`;
    return { status: 201, headers: { ...progress(upload), location } };
  },
});

const head = route({
  ...shared,
  params: uploadParams,
  limit: "hostedReads",
  handler: async ({ request, viewer, params }) => {
    requireVersion(request);
    return { status: 200, headers: progress(await getResumable(viewer, params.token)) };
  },
});

const append = route({
  ...shared,
  params: uploadParams,
  limit: "writes",
  rawBody: { maxBytes: HOSTED_FILE_MAX_BYTES },
  handler: async ({ request, viewer, params }) => {
    requireVersion(request);
    if (contentType(request) !== BODY_TYPE) throw new AppError("unsupported_media_type");
    const offset = countIn(request, "upload-offset");
    const { body } = request;
    return {
      headers: progress(await appendToResumable({ actor: viewer, token: params.token, offset, body })),
    };
  },
});

const cancel = route({
  ...shared,
  params: uploadParams,
  limit: "writes",
  handler: async ({ request, viewer, params }) => {
    requireVersion(request);
    await cancelResumable(viewer, params.token);
  },
});

export const beginRoutes = { ...otherMethodsBehind(gateway, ["POST"]), POST: begin };
export const uploadRoutes = {
  ...otherMethodsBehind(gateway, ["GET", "PATCH", "DELETE"]),
  GET: head,
  PATCH: append,
  DELETE: cancel,
};
