import "server-only";
import { cookies, headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { findLiveSession, touchSession, type SessionUser } from "./session-repository";
import { computeOnboarding, type Onboarding } from "@/lib/account/onboarding";
import { runLater } from "@/lib/infra/late-work";
import { readAccessToken } from "./access-token.server";
import { readSessionCookie, sessionCookieName } from "./session-cookie.server";

/**
 * Trust model. Outside: whoever sends a request. They control every header and cookie. A viewer exists only if a
 * token that we signed or encrypted names a session row that is alive now and belongs to the person it names.
 */
export type Viewer = SessionUser & {
  sessionId: string;
  /** How the request proved who it is; a cookie needs the cross-site check, a bearer token does not. */
  via: "cookie" | "bearer";
  onboarding: Onboarding;
};

const TOUCH_AFTER_MS = 5 * 60_000;

async function viewerOf(
  named: { userId: string; sessionId: string },
  via: Viewer["via"],
): Promise<Viewer | null> {
  const session = await findLiveSession(named.sessionId);
  if (!session || session.user.id !== named.userId) return null;
  if (Date.now() - session.lastUsedAt.getTime() > TOUCH_AFTER_MS) {
    runLater(touchSession(session.id), "the last use of a session was not noted");
  }
  return { ...session.user, sessionId: session.id, via, onboarding: computeOnboarding(session.user) };
}

/** Who sends this request: by bearer token if there is one, else by cookie; null for a guest. */
export async function findViewer(request: Request): Promise<Viewer | null> {
  const authorization = request.headers.get("authorization");
  if (authorization) {
    const token = /^Bearer\s+(\S+)$/i.exec(authorization)?.[1];
    const named = token ? await readAccessToken(token) : null;
    return named && viewerOf(named, "bearer");
  }
  return findPageViewer();
}

/** Who looks at the page being rendered; null for a guest. Read once per request. */
export const findPageViewer = cache(async (): Promise<Viewer | null> => {
  const cookieStore = await cookies();
  const claims = await readSessionCookie(cookieStore.get(sessionCookieName())?.value);
  return claims && viewerOf({ userId: claims.sub, sessionId: claims.sid }, "cookie");
});

/** The onboarded person who looks at the page being rendered; null for everybody else. */
export async function findPageMember(): Promise<Viewer | null> {
  const viewer = await findPageViewer();
  return viewer?.onboarding.isOnboarded ? viewer : null;
}

/**
 * The onboarded person who looks at the page being rendered. Guests are redirected to /login, with the
 * path remembered; people who have not finished onboarding to /onboarding.
 */
export async function requireUser(): Promise<Viewer> {
  const viewer = await findPageViewer();
  if (!viewer) {
    const path = (await headers()).get("x-path");
    // The middleware has let the cookie pass, so its session ended: the cookie must go, or the two would redirect for ever.
    redirect(`/api/v2/auth/ended${path ? `?next=${encodeURIComponent(path)}` : ""}`);
  }
  if (!viewer.onboarding.isOnboarded) redirect("/onboarding");
  return viewer;
}
