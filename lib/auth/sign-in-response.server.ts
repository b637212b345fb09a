import "server-only";
import { cookies } from "next/headers";
import type { LoginResponse } from "./contract";
import type { Me } from "@/lib/people/user-contract";
import { LOCALE_COOKIE, languageOf, pickCatalogue, type Locale } from "@/lib/i18n/locales";
import type { SignedIn, SignInFacts } from "./service";
import { issueAccessToken } from "./access-token.server";
import { newLeaseEnd, sessionCookie } from "./session-cookie.server";
import type { Viewer } from "./viewer.server";

/**
 * Two kinds of caller: the product's own pages say `x-client-info: gum-web` and get the session as an HttpOnly cookie
 * and no token; everybody else gets the bearer pair and no cookie. A foreign page cannot pass for ours: its requests
 * are refused by their Origin before.
 */
function isWebClient(request: Request): boolean {
  return /^gum-web\b/.test(request.headers.get("x-client-info") ?? "");
}

/** What a sign-in notes about its request. */
export function signInFacts(request: Request, address: string): SignInFacts {
  return {
    kind: isWebClient(request) ? "web" : "api",
    userAgent: request.headers.get("user-agent") ?? "",
    address,
  };
}

/** The language in which a mail asked for by this request is written. */
export async function mailLanguage(request: Request): Promise<Locale> {
  const chosen = (await cookies()).get(LOCALE_COOKIE)?.value;
  return languageOf(pickCatalogue(chosen, request.headers.get("accept-language")));
}

type Answer<B> = { body: B; cookies: string[] };

/** The answer to a sign-in: the cookie for a browser, the bearer pair for an API client. */
export async function signInResponse({
  user,
  sessionId,
  refreshToken,
}: SignedIn): Promise<Answer<LoginResponse>> {
  if (refreshToken === null) {
    const cookie = await sessionCookie({
      sub: user.id,
      sid: sessionId,
      onboarded: user.onboarding.isOnboarded,
    });
    return { body: { expiresAt: leaseEndsAt(), user }, cookies: [cookie] };
  }
  const { accessToken, expiresAt } = await issueAccessToken({ userId: user.id, sessionId });
  return { body: { accessToken, refreshToken, expiresAt: expiresAt.toISOString(), user }, cookies: [] };
}

/** When a browser that renews its session now should do so again. */
export function leaseEndsAt(): string {
  return new Date(newLeaseEnd() * 1_000).toISOString();
}

/**
 * The cookies of an answer that changed what the session cookie says about its person (`onboarded`): a fresh one for a
 * browser, none for a bearer client.
 */
export async function refreshedCookies(viewer: Viewer, user: Me): Promise<string[]> {
  if (viewer.via !== "cookie") return [];
  return [
    await sessionCookie({ sub: viewer.id, sid: viewer.sessionId, onboarded: user.onboarding.isOnboarded }),
  ];
}

/** The viewer as services of the account take them: who, in which session, and where mails go. */
export function accountActor(viewer: Viewer): { userId: string; sessionId: string; email: string } {
  return { userId: viewer.id, sessionId: viewer.sessionId, email: viewer.email };
}
