import "server-only";
import { readerOrThrow } from "@/lib/auth/viewer.server";
import { route } from "@/lib/http/route";
import { idParams } from "@/lib/shared/contract";
import { shareParams } from "./contract";
import { appFileResponse } from "./file-response.server";
import { getAppPicture } from "./file-service";

/** What the routes of one app have in common. */
export const appRoute = { auth: "onboarded", params: idParams, notFoundCode: "unknown_app" } as const;

/** What the routes of an app behind a share link have in common. */
export const sharedAppRoute = { auth: "optional", params: shareParams, notFoundCode: "share_ended" } as const;

/** Serves a picture of an app that the viewer may see, or guests where posts with apps are public. */
export function appPictureRoute(picture: "icon" | "banner") {
  return route({
    summary:
      picture === "icon"
        ? { en: "Read the icon of an app", ja: "アプリのアイコンを取得する" }
        : { en: "Read the banner of an app", ja: "アプリのバナーを取得する" },
    ...appRoute,
    auth: "optional",
    scope: "read",
    sends: "image/*",
    handler: async ({ viewer, params, request }) =>
      appFileResponse(
        request,
        await getAppPicture({ viewer: await readerOrThrow(viewer), id: params.id }, picture),
      ),
  });
}

/** Serves a picture of the app behind a share link. */
export function sharedAppPictureRoute(picture: "icon" | "banner") {
  return route({
    summary:
      picture === "icon"
        ? { en: "Read the icon of a shared app", ja: "共有されたアプリのアイコンを取得する" }
        : { en: "Read the banner of a shared app", ja: "共有されたアプリのバナーを取得する" },
    ...sharedAppRoute,
    scope: "read",
    sends: "image/*",
    handler: async ({ viewer, params, request }) =>
      appFileResponse(request, await getAppPicture({ viewer, shareId: params.shareId }, picture)),
  });
}
