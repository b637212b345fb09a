import { AUTH_KEY, PENDING_LOGOUT_KEY } from "@/lib/config/storage-keys";
import type { Onboarding } from "@/lib/account/onboarding";

/** Who was signed in here last: exactly these four fields, no token (specification, section 3). */
export type AuthUser = { id: string; username: string; displayName: string; onboarding: Onboarding };

/** Keeps the four fields of a person. Does nothing where the browser allows no storage. */
export function writeAuthStorage({ id, username, displayName, onboarding }: AuthUser): void {
  try {
    localStorage.setItem(AUTH_KEY, JSON.stringify({ id, username, displayName, onboarding }));
  } catch {
    // Private windows and full disks: the session itself lives in the cookie.
  }
}

export function clearAuthStorage(): void {
  try {
    localStorage.removeItem(AUTH_KEY);
  } catch {
    // As above.
  }
}

/** Whether a sign-out of this browser has not reached the server yet: its cookie may still be good. */
export function isLogoutPending(): boolean {
  try {
    return localStorage.getItem(PENDING_LOGOUT_KEY) !== null;
  } catch {
    return false;
  }
}

export function setLogoutPending(pending: boolean): void {
  try {
    if (pending) localStorage.setItem(PENDING_LOGOUT_KEY, "1");
    else localStorage.removeItem(PENDING_LOGOUT_KEY);
  } catch {
    // As above.
  }
}
