import { z } from "zod";
import { AUTH_KEY, PENDING_LOGOUT_KEY } from "@/lib/config/storage-keys";
import { ONBOARDING_STEPS } from "@/lib/domain/onboarding";

/**
 * Who was signed in here last: exactly these four fields, no token (specification, section 3). A hint for what to show
 * first, never a proof: the server decides.
 */
const step = z.enum(ONBOARDING_STEPS);
const stored = z.object({
  id: z.string(),
  username: z.string(),
  displayName: z.string(),
  onboarding: z.object({
    version: z.literal("v1"),
    state: z.enum(["in_progress", "completed"]),
    required: z.array(step),
    completed: z.array(step),
    missing: z.array(step),
    isOnboarded: z.boolean(),
  }),
});
export type AuthUser = z.infer<typeof stored>;

/** What is kept, or null; something that does not parse is removed. */
export function readAuthStorage(): AuthUser | null {
  try {
    const text = localStorage.getItem(AUTH_KEY);
    if (text === null) return null;
    return stored.parse(JSON.parse(text));
  } catch {
    clearAuthStorage();
    return null;
  }
}

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
