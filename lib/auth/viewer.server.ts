import "server-only";
import { cookies, headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { findLiveSession, touchSession, type SessionUser } from "./session-repository";
import { computeOnboarding, type Onboarding } from "@/lib/account/onboarding";
import { LOCALE_COOKIE, languageAskedFor, type Locale } from "@/lib/i18n/locales";
import { runLater } from "@/lib/infra/late-work";
import { mustAgree } from "@/lib/instance/page-file.server";
import { instanceSettings } from "@/lib/instance/settings.server";
import { NOBODY, type Actor } from "@/lib/shared/contract";
import { AppError } from "@/lib/shared/errors";
import { readAccessToken } from "./access-token.server";
import { AFTER_LOGIN_COOKIE, isRememberable, isRoomPath } from "./routes";
import { readSessionCookie, sessionCookieName } from "./session-cookie.server";
import type { TokenScope } from "./token-scopes";
import { isPersonalToken, readPersonalToken } from "./token-service";

/**
 * Trust model. Untrusted: anyone who sends a request; they control every header and cookie. A viewer exists
 * only if a token that we signed or encrypted names a live session of the user it names.
 */
export type Viewer = SessionUser & {
  /**
   * The id of the session or of the personal access token. A token is not a session and is rejected where one is
   * required.
   */
  sessionId: string;
  /** How the request authenticated: session cookie, bearer token, or personal access token. */
  via: "cookie" | "bearer" | "token";
  /** When the person of a session last proved who they are. */
  reauthenticatedAt?: Date;
  /** The scopes of a personal access token; route() checks them. */
  scopes?: readonly TokenScope[];
  onboarding: Onboarding;
};

const TOUCH_AFTER_MS = 5 * 60_000;

async function viewerOf(
  named: { userId: string; sessionId: string },
  via: Viewer["via"],
  language: Locale | null = null,
): Promise<Viewer | null> {
  const session = await findLiveSession(named.sessionId);
  if (!session || session.user.id !== named.userId) return null;
  const hasChangedLanguage = language !== null && language !== session.language;
  if (hasChangedLanguage || Date.now() - session.lastUsedAt.getTime() > TOUCH_AFTER_MS) {
    runLater(touchSession({ id: session.id, language }), "updating a session's last use failed");
  }
  const { user, reauthenticatedAt } = session;
  return { ...user, sessionId: session.id, via, reauthenticatedAt, onboarding: computeOnboarding(user) };
}

async function tokenViewer(token: string): Promise<Viewer | null> {
  const found = await readPersonalToken(token);
  if (!found) return null;
  const { id, scopes, user } = found;
  return { ...user, sessionId: id, via: "token", scopes, onboarding: computeOnboarding(user) };
}

/**
 * Authenticates a request by bearer token, else by cookie; null for a guest. With an Authorization header, cookies are
 * ignored, even if the header is rejected.
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
  if (!claims) return null;
  const language = languageAskedFor(
    cookieStore.get(LOCALE_COOKIE)?.value,
    (await headers()).get("accept-language"),
  );
  return viewerOf({ userId: claims.sub, sessionId: claims.sid }, "cookie", language);
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
 * The page's onboarded viewer, or null for everybody else if profiles are public; otherwise redirects like
 * requireUser().
 */
export async function findPageReader(): Promise<Viewer | null> {
  const member = await findPageMember();
  if (member) await requireAgreement(member);
  return member || (await instanceSettings()).publicProfiles ? member : requireUser();
}

/**
 * The reader of content that is as public as profiles, such as pictures of posts and reviews of apps: the
 * onboarded viewer, or a guest if profiles are public.
 * @throws AppError
 */
export async function readerOrThrow(viewer: Viewer | null): Promise<Actor> {
  if (viewer?.onboarding.isOnboarded) return viewer;
  if ((await instanceSettings()).publicProfiles) return NOBODY;
  throw new AppError(viewer ? "onboarding_required" : "unauthenticated");
}

/**
 * The page's onboarded viewer, who has also agreed to the newest terms that the instance asks for. Everybody else is
 * redirected: see requireMember().
 */
export async function requireUser(): Promise<Viewer> {
  const viewer = await requireMember();
  await requireAgreement(viewer);
  return viewer;
}

/**
 * Redirects to /terms/agree, which redirects back. Only pages do this: open tabs, and programs with a token,
 * are not interrupted. Not in a prefetch, which the browser would keep without the path to return to.
 */
async function requireAgreement({ termsVersion }: Viewer): Promise<void> {
  if (!(await mustAgree(termsVersion))) return;
  const sent = await headers();
  if (sent.has("next-router-prefetch")) return;
  redirect(`/terms/agree?next=${encodeURIComponent(sent.get("x-path") ?? "")}`);
}

/**
 * The same for the layout of pages, which redirects before anything is sent: a redirect later in the stream loads the page
 * twice. The layout does not run again when somebody goes from page to page.
 */
export async function requireAgreementInLayout(viewer: Viewer): Promise<void> {
  const path = (await headers()).get("x-path") ?? "";
  // Open pages and the settings are for everybody: see requireMember().
  if (isRememberable(path) && !/^\/settings(\?|$)/.test(path)) await requireAgreement(viewer);
}

/**
 * The page's onboarded viewer. Redirects guests to /login, remembering the path, and people who have not completed
 * onboarding to /onboarding.
 */
export async function requireMember(): Promise<Viewer> {
  const viewer = await findPageViewer();
  if (!viewer) {
    const path = (await headers()).get("x-path");
    // The middleware accepted the cookie although its session has ended; without deleting it, the two would loop.
    redirect(`/api/v2/auth/ended${path ? `?next=${encodeURIComponent(path)}` : ""}`);
  }
  if (!viewer.onboarding.isOnboarded) redirect("/onboarding");
  return viewer;
}
