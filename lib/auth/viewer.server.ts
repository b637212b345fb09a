import "server-only";
import { cookies, headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { findLiveSession, touchSession, type SessionUser } from "./session-repository";
import { computeOnboarding, type Onboarding } from "@/lib/account/onboarding";
import { serverEnv } from "@/lib/config/env.server";
import { runLater } from "@/lib/infra/late-work";
import { NOBODY, type Actor } from "@/lib/shared/contract";
import { AppError } from "@/lib/shared/errors";
import { readAccessToken } from "./access-token.server";
import { AFTER_LOGIN_COOKIE, isRoomPath } from "./routes";
import { readSessionCookie, sessionCookieName } from "./session-cookie.server";
import type { TokenScope } from "./token-scopes";
import { isPersonalToken, readPersonalToken } from "./token-service";

/**
 * Trust model. Untrusted: anyone who sends a request; they control every header and cookie. A viewer exists
 * only if a token that we signed or encrypted names a live session of the user it names.
 */
export type Viewer = SessionUser & {
  /** The id of the session, or of the personal access token, which is no session: nothing that needs one works with it. */
  sessionId: string;
  /** How the request authenticated: a session's cookie, its bearer token, or a personal access token. */
  via: "cookie" | "bearer" | "token";
  /** Of a personal access token; route() checks them. */
  scopes?: readonly TokenScope[];
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
    runLater(touchSession(session.id), "updating a session's last use failed");
  }
  return { ...session.user, sessionId: session.id, via, onboarding: computeOnboarding(session.user) };
}

async function tokenViewer(token: string): Promise<Viewer | null> {
  const found = await readPersonalToken(token);
  if (!found) return null;
  const { id, scopes, user } = found;
  return { ...user, sessionId: id, via: "token", scopes, onboarding: computeOnboarding(user) };
}

/**
 * Authenticates a request by bearer token, else by cookie; null for a guest. With an Authorization header, cookies do not
 * count, even if it is refused.
 */
export async function findViewer(request: Request): Promise<Viewer | null> {
  const authorization = request.headers.get("authorization");
  if (authorization) {
    const token = /^Bearer\s+(\S+)$/i.exec(authorization)?.[1];
    if (token && isPersonalToken(token)) return tokenViewer(token);
    const named = token ? await readAccessToken(token) : null;
    return named && viewerOf(named, "bearer");
  }
  return findPageViewer();
}

/** Authenticates by cookie, once per rendered page; null for a guest. */
export const findPageViewer = cache(async (): Promise<Viewer | null> => {
  const cookieStore = await cookies();
  const claims = await readSessionCookie(cookieStore.get(sessionCookieName())?.value);
  return claims && viewerOf({ userId: claims.sub, sessionId: claims.sid }, "cookie");
});

/** Whether the guest followed a link to a shared app. */
export async function isInvitedGuest(): Promise<boolean> {
  return isRoomPath((await cookies()).get(AFTER_LOGIN_COOKIE)?.value);
}

/** The page's viewer if onboarded, else null. */
export async function findPageMember(): Promise<Viewer | null> {
  const viewer = await findPageViewer();
  return viewer?.onboarding.isOnboarded ? viewer : null;
}

/**
 * The page's onboarded viewer, or null for everybody else on an instance whose profiles are public; elsewhere redirects like
 * requireUser().
 */
export async function findPageReader(): Promise<Viewer | null> {
  const member = await findPageMember();
  return member || serverEnv().PUBLIC_PROFILES ? member : requireUser();
}

/** Who reads pictures of posts: the onboarded viewer, or a guest where profiles are public. @throws AppError */
export function readerOrThrow(viewer: Viewer | null): Actor {
  if (viewer?.onboarding.isOnboarded) return viewer;
  if (serverEnv().PUBLIC_PROFILES) return NOBODY;
  throw new AppError(viewer ? "onboarding_required" : "unauthenticated");
}

/**
 * The page's onboarded viewer. Redirects guests to /login, remembering the path, and people who have not completed
 * onboarding to /onboarding.
 */
export async function requireUser(): Promise<Viewer> {
  const viewer = await findPageViewer();
  if (!viewer) {
    const path = (await headers()).get("x-path");
    // The middleware accepted the cookie although its session has ended; without deleting it, the two would loop.
    redirect(`/api/v2/auth/ended${path ? `?next=${encodeURIComponent(path)}` : ""}`);
  }
  if (!viewer.onboarding.isOnboarded) redirect("/onboarding");
  return viewer;
}
