import { z } from "zod";
import { isRememberable } from "@/lib/auth/routes";
import { clearedSessionCookie, rememberedPathCookie } from "@/lib/auth/session-cookie.server";
import { route } from "@/lib/http/route";

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
    return {
      status: 303,
      headers: { location: "/login" },
      cookies: [clearedSessionCookie(), ...(next ? [rememberedPathCookie(next)] : [])],
    };
  },
});
