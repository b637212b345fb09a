import { z } from "zod";
import { route } from "@/lib/http/route";
import { putObject } from "@/lib/hosted/storage-bucket-service";
import { signedUploadResponse, storedResponse, tokenQuery } from "@/lib/hosted/storage-contract";
import {
  linkGateway,
  otherStorageMethods,
  readUpload,
  requirePlace,
  storageGateway,
  UPLOAD_BYTES,
  uploadLimit,
} from "@/lib/hosted/storage-gateway.server";
import { readUploadToken, signUpload } from "@/lib/hosted/storage-link-service";
import { addressOf } from "@/lib/hosted/storage-names";

/** Creates a signed URL for one upload. */
export const POST = route({
  auth: "onboarded",
  gateway: storageGateway,
  limit: "writes",
  body: z.looseObject({}),
  response: signedUploadResponse,
  handler: async ({ request, viewer }) => {
    const place = requirePlace(request);
    const token = await signUpload(viewer, { place, upsert: request.headers.get("x-upsert") === "true" });
    return { body: { url: `${addressOf("/object/upload/sign", place)}?token=${token}`, token } };
  },
});

/** Uploads to a signed URL, on behalf of the person who created it. */
export const PUT = route({
  auth: "none",
  gateway: linkGateway,
  limit: uploadLimit,
  query: tokenQuery,
  rawBody: { maxBytes: UPLOAD_BYTES },
  response: storedResponse,
  handler: async ({ request, query }) => {
    const place = requirePlace(request);
    const link = await readUploadToken(place, query.token);
    const content = await readUpload(request);
    return { body: await putObject(place.bucket, { ...link, path: place.path, ...content }) };
  },
});

export const { GET, PATCH, DELETE, OPTIONS } = otherStorageMethods("POST", "PUT");
