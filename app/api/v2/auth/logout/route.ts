import { clearedSessionCookie } from "@/lib/auth/session-cookie.server";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { signOutSession } from "@/lib/auth/session-service";

/** Ends the caller's session; a no-op without one. */
export const POST = route({
  summary: { en: "Sign out", ja: "サインアウトする" },
  auth: "optional",
  handler: async ({ viewer, request }) => {
    if (viewer) await signOutSession({ id: viewer.sessionId, userId: viewer.id });
    return { cookies: request.headers.has("authorization") ? [] : [clearedSessionCookie()] };
  },
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");
