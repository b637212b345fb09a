import { idParams } from "@/lib/shared/contract";
import { beginPartialUpload, partialUploadSchema, uploadPartQuery } from "@/lib/apps/contract";
import { tooLarge } from "@/lib/http/body";
import { PACKAGE_LIMITS, UPLOAD_PART_MAX_BYTES } from "@/lib/package/limits";
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

export const PUT = route({
  summary: {
    en: "Begin an upload in parts, or read how far it is",
    ja: "分割アップロードを開始する、または進み具合を取得する",
  },
  ...options,
  scope: "apps:publish",
  body: beginPartialUpload,
  response: partialUploadSchema,
  handler: async ({ viewer, params, body: { bytes } }) => {
    if (bytes > PACKAGE_LIMITS.packedBytes) throw tooLarge(PACKAGE_LIMITS.packedBytes, "The package");
    return { body: await uploads.beginPartialUpload({ viewer, id: params.id, bytes }) };
  },
});

/** Adds the next part, the form's file `part`. */
export const PATCH = route({
  summary: { en: "Add the next part to an upload", ja: "分割アップロードの続きを送る" },
  ...options,
  scope: "apps:publish",
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
  summary: { en: "Cancel an upload in parts", ja: "分割アップロードを取りやめる" },
  ...options,
  scope: "apps:publish",
  handler: async ({ viewer, params }) => uploads.cancelPartialUpload({ viewer, id: params.id }),
});

export const { GET, POST, OPTIONS } = otherMethods("PUT", "PATCH", "DELETE");
