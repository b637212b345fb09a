import { z } from "zod";
import { AFTER_LOGIN_COOKIE, isRememberable } from "@/lib/domain/routes";
import { clearedSessionCookie, usesSecureCookies } from "@/lib/server/auth/session-cookie";
import { route } from "@/lib/server/http/route";

/**
 * Where pages send a browser whose cookie outlived its session: takes the cookie away and goes to /login. For everybody
 * else it only leads on. The address it leads to is always a path of ours.
 */
export const GET = route({
  auth: "optional",
  query: z.object({ next: z.string().max(2_000).optional() }),
  handler: ({ viewer, query }) => {
    const next = query.next && isRememberable(query.next) ? query.next : null;
    if (viewer) return { status: 303, headers: { location: next ?? "/timeline" } };
    const secure = usesSecureCookies() ? "; Secure" : "";
    const remembered = `${AFTER_LOGIN_COOKIE}=${encodeURIComponent(next ?? "")}; Path=/; Max-Age=3600; SameSite=Lax${secure}`;
    return {
      status: 303,
      headers: { location: "/login" },
      cookies: [clearedSessionCookie(), ...(next ? [remembered] : [])],
    };
  },
});
