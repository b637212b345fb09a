import "server-only";
import type { NextAuthOptions } from "next-auth";
import { decode, encode, type JWT } from "next-auth/jwt";
import { serverEnv } from "@/lib/config/env.server";
import { ACCESS_TOKEN_SECONDS, SESSION_IDLE_DAYS } from "@/lib/config/limits";
import { AFTER_LOGIN_COOKIE } from "./routes";

/**
 * The browser's session: next-auth's encrypted cookie. It names a session row, which decides whether it is valid.
 * `onboarded` is only a hint for redirects (middleware.ts).
 */
type SessionClaims = {
  sub: string;
  sid: string;
  onboarded: boolean;
  /** When the client should refresh, in seconds since 1970. */
  leaseEnds: number;
};

const REMEMBERED_SECONDS = 60 * 60;
export const SESSION_COOKIE_SECONDS = SESSION_IDLE_DAYS * 24 * 60 * 60;

/** True over https, where cookies have the prefix __Host-: no sibling domain can set them. */
export function usesSecureCookies(): boolean {
  return serverEnv().APP_URL.startsWith("https:");
}

export function sessionCookieName(): string {
  return `${usesSecureCookies() ? "__Host-" : ""}next-auth.session-token`;
}

/** next-auth's own cookies under our names; its CSRF cookie has the prefix already. */
export function nextAuthCookies(): NextAuthOptions["cookies"] {
  const secure = usesSecureCookies();
  const options = { sameSite: "lax", path: "/", secure } as const;
  return {
    sessionToken: { name: sessionCookieName(), options: { ...options, httpOnly: true } },
    callbackUrl: { name: `${secure ? "__Host-" : ""}next-auth.callback-url`, options },
  };
}

/** When the client should refresh next, in seconds since 1970. */
export function newLeaseEnd(): number {
  return Math.floor(Date.now() / 1_000) + ACCESS_TOKEN_SECONDS;
}

/** The Set-Cookie value that signs a browser in. */
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

/** The Set-Cookie value of the path to return to after signing in; an empty path clears it. */
export function rememberedPathCookie(path: string): string {
  const secure = usesSecureCookies() ? "; Secure" : "";
  const maxAge = path ? REMEMBERED_SECONDS : 0;
  return `${AFTER_LOGIN_COOKIE}=${encodeURIComponent(path)}; Path=/; Max-Age=${maxAge}; SameSite=Lax${secure}`;
}

function serializeCookie(value: string, maxAge: number): string {
  const secure = usesSecureCookies() ? "; Secure" : "";
  return `${sessionCookieName()}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}`;
}

const MAX_DECRYPTED = 1_000;
/** A page reads its cookie twice, in the middleware and during rendering, and each decryption derives the key again. */
const decrypted = new Map<string, JWT>();

async function decrypt(value: string): Promise<JWT | null> {
  const known = decrypted.get(value);
  if (known && Number(known.exp) * 1_000 > Date.now()) return known;
  const { NEXTAUTH_SECRET, NEXTAUTH_SECRET_PREVIOUS } = serverEnv();
  let token: JWT | null = null;
  for (const secret of [NEXTAUTH_SECRET, NEXTAUTH_SECRET_PREVIOUS])
    if (secret && !token) token = await decode({ token: value, secret }).catch(() => null);
  if (!token) return null;
  if (decrypted.size >= MAX_DECRYPTED) decrypted.delete(decrypted.keys().next().value!);
  decrypted.set(value, token);
  return token;
}

/** The claims of a session cookie's value, or null if it is missing, forged or expired. */
export async function readSessionCookie(value: string | undefined): Promise<SessionClaims | null> {
  if (!value) return null;
  const token = await decrypt(value);
  if (!token?.sub || typeof token.sid !== "string" || token.ended === true) return null;
  return {
    sub: token.sub,
    sid: token.sid,
    onboarded: token.onboarded === true,
    leaseEnds: typeof token.leaseEnds === "number" ? token.leaseEnds : 0,
  };
}
