import { idParams } from "@/lib/shared/contract";
import { beginPartialUpload, partialUploadSchema, uploadPartQuery } from "@/lib/apps/contract";
import { UPLOAD_PART_BYTES } from "@/lib/package/limits";
import { route } from "@/lib/http/route";
import { readUploadPart } from "@/lib/apps/upload-form.server";
import * as uploads from "@/lib/apps/partial-upload-service";

const FORM_OVERHEAD_BYTES = 4 * 1024;

/** Begins an upload in parts, or says how far it is. */
export const PUT = route({
  auth: "onboarded",
  guestCode: "upload_unauthenticated",
  limit: "writes",
  params: idParams,
  body: beginPartialUpload,
  response: partialUploadSchema,
  handler: async ({ viewer, params, body }) => ({
    body: await uploads.beginPartialUpload({ viewer, id: params.id, bytes: body.bytes }),
  }),
});

/** The next part: a form with the one file `part`. */
export const PATCH = route({
  auth: "onboarded",
  guestCode: "upload_unauthenticated",
  limit: "writes",
  params: idParams,
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
  auth: "onboarded",
  guestCode: "upload_unauthenticated",
  limit: "writes",
  params: idParams,
  handler: async ({ viewer, params }) => {
    await uploads.cancelPartialUpload({ viewer, id: params.id });
  },
});
