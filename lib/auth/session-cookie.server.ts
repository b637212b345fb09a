import "server-only";
import { decode, encode } from "next-auth/jwt";
import { serverEnv } from "@/lib/config/env.server";
import { ACCESS_TOKEN_SECONDS, SESSION_IDLE_DAYS } from "@/lib/config/limits";
import { AFTER_LOGIN_COOKIE } from "./routes";

/**
 * The browser's session: next-auth's own encrypted cookie. It names a session row, and that row decides: a cookie
 * whose row is ended or past its time is nobody's. `onboarded` is a hint for redirects (middleware.ts), no more.
 */
export type SessionClaims = {
  sub: string;
  sid: string;
  onboarded: boolean;
  /** Seconds since 1970 at which the client should have refreshed. */
  leaseEnds: number;
};

const REMEMBERED_SECONDS = 60 * 60;
export const SESSION_COOKIE_SECONDS = SESSION_IDLE_DAYS * 24 * 60 * 60;

/** True where the product is served over https: the cookie then carries the __Secure- prefix, as next-auth names it. */
export function usesSecureCookies(): boolean {
  return serverEnv().APP_URL.startsWith("https:");
}

/** The cookie's name, the one that next-auth reads. */
export function sessionCookieName(): string {
  return `${usesSecureCookies() ? "__Secure-" : ""}next-auth.session-token`;
}

/** A fresh lease: when the client should refresh next, in seconds since 1970. */
export function newLeaseEnd(): number {
  return Math.floor(Date.now() / 1_000) + ACCESS_TOKEN_SECONDS;
}

/** The Set-Cookie value that signs a browser in as `claims` says. */
export async function sessionCookie(claims: Omit<SessionClaims, "leaseEnds">): Promise<string> {
  const token = await encode({
    token: { ...claims, leaseEnds: newLeaseEnd() },
    secret: serverEnv().NEXTAUTH_SECRET,
    maxAge: SESSION_COOKIE_SECONDS,
  });
  return serializeCookie(token, SESSION_COOKIE_SECONDS);
}

/** The Set-Cookie value that signs a browser out. */
export function clearedSessionCookie(): string {
  return serializeCookie("", 0);
}

/** The Set-Cookie value that remembers where to go after signing in; an empty path forgets it. */
export function rememberedPathCookie(path: string): string {
  const secure = usesSecureCookies() ? "; Secure" : "";
  const maxAge = path ? REMEMBERED_SECONDS : 0;
  return `${AFTER_LOGIN_COOKIE}=${encodeURIComponent(path)}; Path=/; Max-Age=${maxAge}; SameSite=Lax${secure}`;
}

function serializeCookie(value: string, maxAge: number): string {
  const secure = usesSecureCookies() ? "; Secure" : "";
  return `${sessionCookieName()}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}`;
}

/** The claims of a session cookie's value, or null if it is missing, forged or expired. */
export async function readSessionCookie(value: string | undefined): Promise<SessionClaims | null> {
  if (!value) return null;
  const token = await decode({ token: value, secret: serverEnv().NEXTAUTH_SECRET }).catch(() => null);
  if (!token?.sub || typeof token.sid !== "string" || token.ended === true) return null;
  return {
    sub: token.sub,
    sid: token.sid,
    onboarded: token.onboarded === true,
    leaseEnds: typeof token.leaseEnds === "number" ? token.leaseEnds : 0,
  };
}
