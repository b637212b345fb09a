import { z } from "zod";
import { isRememberable } from "@/lib/auth/routes";
import { clearedSessionCookie, rememberedPathCookie } from "@/lib/auth/session-cookie.server";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";

/**
 * Pages redirect here when the cookie's session has ended: clears the cookie and redirects to /login, remembering `next`.
 * With a live session it redirects to `next`, which is always a path on this origin.
 */
export const GET = route({
  summary: { en: "Clear the cookie of an ended session", ja: "終了したセッションのCookieを削除する" },
  auth: "optional",
  query: z.object({ next: z.string().max(2_000).optional() }),
  sends: "redirect",
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

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
