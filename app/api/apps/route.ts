import { pageOf } from "@/lib/contracts/common";
import { appUploadMetadata, listAppsQuery, appSchema } from "@/lib/contracts/app";
import { UPLOAD_MAX_BYTES } from "@/lib/config/limits";
import { route } from "@/lib/server/http/route";
import { readUploadForm } from "@/lib/server/http/upload-form";
import { listApps } from "@/lib/server/services/app-service";
import { takePartialUpload } from "@/lib/server/services/partial-upload-service";
import { uploadApp } from "@/lib/server/services/app-upload-service";

/** The store: published apps. */
export const GET = route({
  auth: "onboarded",
  query: listAppsQuery,
  // A list is read like any other; looking for something is what costs.
  limit: (url) => (url.searchParams.get("search") ? "search" : undefined),
  answer: pageOf(appSchema),
  handler: async ({ viewer, query }) => ({ body: await listApps({ viewer, query }) }),
});

/** A new app, or a new version of one's own: gumFile (or its parts, sent before), metadata, icon?, banner?. */
export const POST = route({
  auth: "onboarded",
  guestCode: "upload_unauthenticated",
  limit: "uploads",
  multipart: { maxBytes: UPLOAD_MAX_BYTES },
  answer: appSchema,
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
