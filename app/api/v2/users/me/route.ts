import { meSchema } from "@/lib/people/user-contract";
import { deleteAccountBody } from "@/lib/auth/contract";
import { updateProfileBody, updateProfileResponse } from "@/lib/account/contract";
import { accountActor, refreshedCookies } from "@/lib/auth/sign-in-response.server";
import { clearedSessionCookie } from "@/lib/auth/session-cookie.server";
import { ifMatchAllows, revisionEtag } from "@/lib/http/etag";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { deleteAccount, getMe } from "@/lib/account/service";
import { updateProfile } from "@/lib/account/profile-service";

export const GET = route({
  summary: { en: "Read one's own account", ja: "自分のアカウントを取得する" },
  auth: "user",
  scope: "read",
  response: meSchema,
  handler: async ({ viewer }) => {
    const { me, revision } = await getMe(viewer.id);
    return { body: me, headers: { etag: revisionEtag(me.id, revision) } };
  },
});

export const PATCH = route({
  summary: { en: "Change one's profile", ja: "プロフィールを変更する" },
  auth: "user",
  body: updateProfileBody,
  limit: "writes",
  response: updateProfileResponse,
  handler: async ({ viewer, request, body }) => {
    const { me, revision } = await updateProfile({
      userId: viewer.id,
      patch: body,
      allows: ifMatchAllows(request),
    });
    return {
      body: { success: true as const, data: me },
      headers: { etag: revisionEtag(me.id, revision) },
      cookies: await refreshedCookies(viewer, me),
    };
  },
});

/** Deletes the account; the username confirms it. */
export const DELETE = route({
  summary: { en: "Delete one's account", ja: "アカウントを削除する" },
  auth: "user",
  body: deleteAccountBody,
  limit: "writes",
  handler: async ({ viewer, body }) => {
    await deleteAccount(accountActor(viewer), body.username);
    return { cookies: viewer.via === "cookie" ? [clearedSessionCookie()] : [] };
  },
});

export const { POST, PUT, OPTIONS } = otherMethods("GET", "PATCH", "DELETE");
