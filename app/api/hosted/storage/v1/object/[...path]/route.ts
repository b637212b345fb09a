import { parseJson } from "@/lib/http/json";
import { readBytes } from "@/lib/http/body";
import { parseWith, route } from "@/lib/http/route";
import { openObject, putObject, removeObjects } from "@/lib/hosted/storage-bucket-service";
import { objectsResponse, removeBody, storedResponse } from "@/lib/hosted/storage-contract";
import {
  objectResponse,
  otherStorageMethods,
  readUpload,
  requirePlace,
  storageGateway,
  UPLOAD_BYTES,
  uploadLimit,
} from "@/lib/hosted/storage-gateway.server";
import { AppError } from "@/lib/shared/errors";

const shared = { auth: "onboarded", gateway: storageGateway } as const;

export const GET = route({
  ...shared,
  limit: "hostedReads",
  handler: async ({ request, viewer }) => {
    const object = await openObject(viewer, requirePlace(request));
    return objectResponse(request, { object, sender: viewer.id });
  },
});

function upload(upserts: (request: Request) => boolean) {
  return route({
    ...shared,
    limit: uploadLimit,
    rawBody: { maxBytes: UPLOAD_BYTES },
    response: storedResponse,
    handler: async ({ request, viewer }) => {
      const { bucket, path } = requirePlace(request);
      const content = await readUpload(request);
      return { body: await putObject(bucket, { actor: viewer, path, ...content, upsert: upserts(request) }) };
    },
  });
}

export const POST = upload(({ headers }) => headers.get("x-upsert") === "true");
export const PUT = upload(() => true);

const REMOVE_BYTES = 1024 * 1024;

/** Deletes the file at the path, or the files listed in the body if the path is a bucket. */
export const DELETE = route({
  ...shared,
  limit: "writes",
  rawBody: { maxBytes: REMOVE_BYTES },
  response: objectsResponse,
  handler: async ({ request, viewer }) => {
    const { bucket, path } = requirePlace(request);
    const text = new TextDecoder().decode(await readBytes(request, REMOVE_BYTES));
    if (path !== "" && text !== "") throw new AppError("validation_error");
    const paths = path === "" ? parseWith(removeBody, parseJson(text)).prefixes : [path];
    return { body: await removeObjects(viewer, { bucket, paths }) };
  },
});

export const { PATCH, OPTIONS } = otherStorageMethods("GET", "POST", "PUT", "DELETE");
