import { AUTH_KEY, PENDING_LOGOUT_KEY } from "@/lib/config/storage-keys";
import type { Onboarding } from "@/lib/account/onboarding";

/** The last signed-in user: exactly these four fields, no token (specification, section 3). */
export type AuthUser = { id: string; username: string; displayName: string; onboarding: Onboarding };

/** A no-op if storage is unavailable. */
export function writeAuthStorage({ id, username, displayName, onboarding }: AuthUser): void {
  try {
    localStorage.setItem(AUTH_KEY, JSON.stringify({ id, username, displayName, onboarding }));
  } catch {
    // Private windows and full disks: the session itself is in the cookie.
  }
}

export function clearAuthStorage(): void {
  try {
    localStorage.removeItem(AUTH_KEY);
  } catch {
    // As above.
  }
}

/** True if a sign-out has not reached the server yet, so the cookie may still be valid. */
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
