import { pageOf } from "@/lib/shared/contract";
import { appUploadMetadata, listAppsQuery, appSchema } from "@/lib/apps/contract";
import { UPLOAD_MAX_BYTES } from "@/lib/config/limits";
import { route } from "@/lib/http/route";
import { readUploadForm } from "@/lib/apps/upload-form.server";
import { listApps } from "@/lib/apps/service";
import { takePartialUpload } from "@/lib/apps/partial-upload-service";
import { uploadApp } from "@/lib/apps/upload-service";

/** The store: published apps. */
export const GET = route({
  auth: "onboarded",
  query: listAppsQuery,
  // A list is read like any other; looking for something is what costs.
  limit: (url) => (url.searchParams.get("search") ? "search" : undefined),
  response: pageOf(appSchema),
  handler: async ({ viewer, query }) => ({ body: await listApps({ viewer, query }) }),
});

/** A new app, or a new version of one's own: gumFile (or its parts, sent before), metadata, icon?, banner?. */
export const POST = route({
  auth: "onboarded",
  guestCode: "upload_unauthenticated",
  limit: "uploads",
  multipart: { maxBytes: UPLOAD_MAX_BYTES },
  response: appSchema,
  handler: async ({ viewer, form }) => {
    const { gumFile: whole, ...rest } = await readUploadForm(form!, appUploadMetadata);
    const gumFile = whole ?? (await takePartialUpload({ viewer, id: rest.metadata.uploadKey }));
    const { app, created } = await uploadApp({ viewer, gumFile, ...rest });
    return {
      status: 201,
      body: app,
      headers: { location: `/api/apps/${app.id}`, "x-gum-created": String(created) },
    };
  },
});
