import "server-only";
import { cookies } from "next/headers";
import { isIP } from "node:net";
import { PASSKEY_CHALLENGE_SECONDS } from "@/lib/config/limits";
import { serverEnv } from "@/lib/config/env.server";
import { AppError } from "@/lib/shared/errors";
import { randomToken } from "./secret-service";
import { usesSecureCookies } from "./session-cookie.server";

/** The relying party: host and origin of APP_URL, never from the request. Null for an IP address. */
export function relyingParty(): { id: string; origin: string } | null {
  const { hostname, origin } = new URL(serverEnv().APP_URL);
  return isIP(hostname.replace(/^\[|\]$/g, "")) ? null : { id: hostname, origin };
}

/** @throws AppError not_found on an instance whose host is an IP address */
export function requireRelyingParty(): { id: string; origin: string } {
  const party = relyingParty();
  if (!party) throw new AppError("not_found");
  return party;
}

const cookieName = () => `${usesSecureCookies() ? "__Host-" : ""}gum-passkey`;

/** Binds challenges to a browser that is not signed in; null before its first request for options. */
export async function readCeremonyCookie(): Promise<string | null> {
  return (await cookies()).get(cookieName())?.value ?? null;
}

/** The binding of this browser, and its Set-Cookie value, which lives as long as a challenge. */
export async function ceremonyCookie(): Promise<{ binding: string; cookie: string }> {
  const known = await readCeremonyCookie();
  // Reused, so that a second tab does not invalidate the first tab's challenge.
  const binding = known && /^[\w-]{43}$/.test(known) ? known : randomToken();
  const secure = usesSecureCookies() ? "; Secure" : "";
  const cookie = `${cookieName()}=${binding}; Path=/; Max-Age=${PASSKEY_CHALLENGE_SECONDS}; HttpOnly; SameSite=Strict${secure}`;
  return { binding, cookie };
}
