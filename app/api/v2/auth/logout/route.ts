import { clearedSessionCookie } from "@/lib/server/auth/session-cookie";
import { route } from "@/lib/server/http/route";
import { signOutSession } from "@/lib/server/services/session-service";

/** Ends the caller's session. Somebody without one is answered alike: they are signed out. */
export const POST = route({
  auth: "optional",
  handler: async ({ viewer, request }) => {
    if (viewer) await signOutSession({ id: viewer.sessionId, userId: viewer.id });
    return { cookies: request.headers.has("authorization") ? [] : [clearedSessionCookie()] };
  },
});
