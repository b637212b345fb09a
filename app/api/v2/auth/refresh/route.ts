import { refreshBody, loginResponse } from "@/lib/auth/contract";
import { AppError } from "@/lib/shared/errors";
import { leaseEndsAt, refreshedCookies, signInResponse } from "@/lib/auth/sign-in-response.server";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { getMe } from "@/lib/account/service";
import { renewSession, rotateRefreshToken } from "@/lib/auth/session-service";

/** Rotates a refresh token, or renews the session of the browser's cookie. */
export const POST = route({
  summary: { en: "Renew a session", ja: "セッションを更新する" },
  auth: "optional",
  body: refreshBody,
  limit: "refreshes",
  response: loginResponse,
  handler: async ({ viewer, body }) => {
    if (body.refreshToken !== undefined) {
      const rotated = await rotateRefreshToken(body.refreshToken);
      const { me } = await getMe(rotated.userId);
      const { sessionId, refreshToken } = rotated;
      return signInResponse({ user: me, sessionId, refreshToken, device: null });
    }
    if (viewer?.via !== "cookie") throw new AppError("no_refresh_token");
    await renewSession(viewer.sessionId);
    const { me } = await getMe(viewer.id);
    return { body: { expiresAt: leaseEndsAt(), user: me }, cookies: await refreshedCookies(viewer, me) };
  },
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");
