import "server-only";
import { cookies } from "next/headers";
import { DEVICE_KEPT_DAYS } from "@/lib/config/limits";
import { usesSecureCookies } from "./session-cookie.server";

/** Identifies a browser to the accounts that have signed in with it. It is not a session and grants no access. */
const cookieName = () => `${usesSecureCookies() ? "__Host-" : ""}gum-device`;

export async function readDeviceCookie(): Promise<string | null> {
  const value = (await cookies()).get(cookieName())?.value;
  return value && /^[\w-]{43}$/.test(value) ? value : null;
}

/** The Set-Cookie value for `device`. */
export function deviceCookie(device: string): string {
  const secure = usesSecureCookies() ? "; Secure" : "";
  const seconds = DEVICE_KEPT_DAYS * 24 * 60 * 60;
  return `${cookieName()}=${device}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`;
}
