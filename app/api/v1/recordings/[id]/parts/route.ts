import { beginPartialUpload, partialUploadSchema, uploadPartQuery } from "@/lib/apps/contract";
import * as uploads from "@/lib/apps/partial-upload-service";
import { readUploadPart } from "@/lib/apps/upload-form.server";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { UPLOAD_PART_MAX_BYTES } from "@/lib/package/limits";
import { requireRecordingSize } from "@/lib/posts/recording-service";
import { idParams } from "@/lib/shared/contract";

const FORM_OVERHEAD_BYTES = 4 * 1024;

const options = { auth: "onboarded", limit: "writes", params: idParams } as const;

export const PUT = route({
  summary: {
    en: "Begin the upload of a recording in parts, or read how far it is",
    ja: "録画・録音の分割アップロードを開始する、または進み具合を取得する",
  },
  ...options,
  scope: "posts:write",
  body: beginPartialUpload,
  response: partialUploadSchema,
  handler: async ({ viewer, params, body: { bytes } }) => {
    requireRecordingSize(bytes);
    return { body: await uploads.beginPartialUpload({ viewer, id: params.id, bytes }) };
  },
});

/** Adds the next part, the form's file `part`. */
export const PATCH = route({
  summary: {
    en: "Add the next part to the upload of a recording",
    ja: "録画・録音の分割アップロードの続きを送る",
  },
  ...options,
  scope: "posts:write",
  query: uploadPartQuery,
  multipart: { maxBytes: UPLOAD_PART_MAX_BYTES + FORM_OVERHEAD_BYTES, fields: { part: "file" } },
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
  summary: {
    en: "Cancel the upload of a recording in parts",
    ja: "録画・録音の分割アップロードを取りやめる",
  },
  ...options,
  scope: "posts:write",
  handler: async ({ viewer, params }) => uploads.cancelPartialUpload({ viewer, id: params.id }),
});

export const { GET, POST, OPTIONS } = otherMethods("PUT", "PATCH", "DELETE");
