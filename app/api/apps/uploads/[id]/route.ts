import { idParams } from "@/lib/shared/contract";
import { beginPartialUpload, partialUploadSchema, uploadPartQuery } from "@/lib/apps/contract";
import { UPLOAD_PART_BYTES } from "@/lib/package/limits";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { readUploadPart } from "@/lib/apps/upload-form.server";
import * as uploads from "@/lib/apps/partial-upload-service";

const FORM_OVERHEAD_BYTES = 4 * 1024;

const options = {
  auth: "onboarded",
  guestCode: "upload_unauthenticated",
  limit: "writes",
  params: idParams,
} as const;

/** Starts an upload in parts, or returns its progress. */
export const PUT = route({
  ...options,
  body: beginPartialUpload,
  response: partialUploadSchema,
  handler: async ({ viewer, params, body }) => ({
    body: await uploads.beginPartialUpload({ viewer, id: params.id, bytes: body.bytes }),
  }),
});

/** Adds the next part, the form's file `part`. */
export const PATCH = route({
  ...options,
  query: uploadPartQuery,
  multipart: { maxBytes: UPLOAD_PART_BYTES + FORM_OVERHEAD_BYTES },
  response: partialUploadSchema,
  handler: async ({ viewer, params, query, form }) => ({
    body: await uploads.addUploadPart({
      viewer,
      id: params.id,
      offset: query.offset,
      part: await readUploadPart(form!),
    }),
  }),
});

export const DELETE = route({
  ...options,
  handler: async ({ viewer, params }) => uploads.cancelPartialUpload({ viewer, id: params.id }),
});

export const { GET, POST, OPTIONS } = otherMethods("PUT", "PATCH", "DELETE");
