import { pageOf } from "@/lib/shared/contract";
import { appUploadMetadata, listAppsQuery, appSchema, uploadAppQuery } from "@/lib/apps/contract";
import { UPLOAD_EXTRA_BYTES } from "@/lib/config/limits";
import { PACKAGE_LIMITS } from "@/lib/package/limits";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { byteSize } from "@/lib/shared/byte-size";
import { readUploadForm, UPLOAD_FORM_FIELDS } from "@/lib/apps/upload-form.server";
import { listApps } from "@/lib/apps/service";
import { completePartialUpload } from "@/lib/apps/partial-upload-service";
import { isSentAgain, uploadApp } from "@/lib/apps/upload-service";

export const GET = route({
  summary: { en: "List published apps", ja: "公開中のアプリの一覧を取得する" },
  auth: "onboarded",
  scope: "read",
  query: listAppsQuery,
  // Only searches are expensive enough for a limit.
  limit: (url) => (url.searchParams.get("search") ? "search" : undefined),
  response: pageOf(appSchema),
  handler: async ({ viewer, query }) => ({ body: await listApps({ viewer, query }) }),
});

/** Uploads an app or a new version: gumFile (or an upload in parts), metadata, icon?, banner?. */
export const POST = route({
  summary: {
    en: "Upload an app, or a new version of one",
    ja: "アプリ、またはアプリの新しいバージョンをアップロードする",
  },
  auth: "onboarded",
  scope: "apps:publish",
  guestCode: "upload_unauthenticated",
  limit: "uploads",
  query: uploadAppQuery,
  multipart: {
    maxBytes: () => PACKAGE_LIMITS.packedBytes + UPLOAD_EXTRA_BYTES,
    fields: UPLOAD_FORM_FIELDS,
    what: () => `The upload, whose package may have ${byteSize(PACKAGE_LIMITS.packedBytes)},`,
  },
  response: appSchema,
  handler: async ({ viewer, form, query, request }) => {
    const { gumFile, ...upload } = await readUploadForm(form!, appUploadMetadata);
    const lookFirst = query.lookFirst !== undefined;
    const store = (whole: Uint8Array) =>
      uploadApp({ viewer, gumFile: whole, ...upload, lookFirst, signal: request.signal });
    const { app, created } = gumFile
      ? await store(gumFile)
      : await completePartialUpload({ viewer, id: upload.metadata.uploadKey }, store, isSentAgain);
    return {
      status: 201,
      body: app,
      headers: { location: `/api/apps/${app.id}`, "x-gum-created": String(created) },
    };
  },
});

export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET", "POST");
