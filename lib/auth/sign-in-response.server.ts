import "server-only";
import { cookies } from "next/headers";
import type { LoginResponse } from "./contract";
import type { Me } from "@/lib/people/user-contract";
import { LOCALE_COOKIE, languageOf, pickCatalogue, type Locale } from "@/lib/i18n/locales";
import type { SignedIn, SignInFacts } from "./service";
import { deviceCookie, readDeviceCookie } from "./device-cookie.server";
import { issueAccessToken } from "./access-token.server";
import { signOutSession } from "./session-service";
import { newLeaseEnd, sessionCookie } from "./session-cookie.server";
import type { Viewer } from "./viewer.server";

/**
 * The product's pages send `x-client-info: gum-web` and get an HttpOnly cookie; other clients get the bearer pair. A
 * foreign page cannot pose as ours: the cross-site check refuses its requests.
 */
function isWebClient(request: Request): boolean {
  return /^gum-web\b/.test(request.headers.get("x-client-info") ?? "");
}

export async function signInFacts(request: Request, address: string): Promise<SignInFacts> {
  const kind = isWebClient(request) ? "web" : "api";
  return {
    kind,
    device: kind === "web" ? await readDeviceCookie() : null,
    userAgent: request.headers.get("user-agent") ?? "",
    address,
    language: await mailLanguage(request),
  };
}

/** The language of mails that this request triggers. */
export async function mailLanguage(request: Pick<Request, "headers">): Promise<Locale> {
  const chosen = (await cookies()).get(LOCALE_COOKIE)?.value;
  return languageOf(pickCatalogue(chosen, request.headers.get("accept-language")));
}

/** Ends the session whose cookie a new one replaces: nobody could end it afterwards. */
export async function endReplacedSession(viewer: Viewer | null): Promise<void> {
  if (viewer?.via === "cookie") await signOutSession({ id: viewer.sessionId, userId: viewer.id });
}

type SignInResponse = { body: LoginResponse; cookies: string[] };

/** The response to a sign-in: the cookie for a browser, the bearer pair for an API client. */
export async function signInResponse({
  user,
  sessionId,
  refreshToken,
  device,
}: SignedIn): Promise<SignInResponse> {
  if (refreshToken === null) {
    const cookie = await sessionCookie({
      sub: user.id,
      sid: sessionId,
      onboarded: user.onboarding.isOnboarded,
    });
    return {
      body: { expiresAt: leaseEndsAt(), user },
      cookies: device ? [cookie, deviceCookie(device)] : [cookie],
    };
  }
  const { accessToken, expiresAt } = await issueAccessToken({ userId: user.id, sessionId });
  return { body: { accessToken, refreshToken, expiresAt: expiresAt.toISOString(), user }, cookies: [] };
}

/** When a browser that renews its session now should renew it again. */
export function leaseEndsAt(): string {
  return new Date(newLeaseEnd() * 1_000).toISOString();
}

/**
 * The cookies of a response that may change `onboarded` in the session cookie: a new one for a browser, none for a bearer
 * client.
 */
export async function refreshedCookies(viewer: Viewer, user: Me): Promise<string[]> {
  if (viewer.via !== "cookie") return [];
  return [
    await sessionCookie({ sub: viewer.id, sid: viewer.sessionId, onboarded: user.onboarding.isOnboarded }),
  ];
}

/** The viewer as account services take it. */
export function accountActor(viewer: Viewer): { userId: string; sessionId: string; email: string } {
  return { userId: viewer.id, sessionId: viewer.sessionId, email: viewer.email };
}
