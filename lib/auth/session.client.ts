import { ACCESS_TOKEN_SECONDS } from "@/lib/config/limits";
import type { LoginResponse, SignupResponse } from "./contract";
import type { Me } from "@/lib/people/user-contract";
import { placeholderOnboarding } from "@/lib/account/onboarding";
import { api, ApiError } from "@/lib/browser/api";
import { getQueryClient } from "@/lib/browser/query-client";
import { isLogoutPending, setLogoutPending } from "./storage";
import { clearAuthUser, setAuthUser, useAuthStore } from "./store";
import { postToTabs } from "@/lib/browser/tabs";

/** This browser's session; the time is in ms since 1970 by its own clock. */
type BrowserSession = { userId: string; leaseEndsAt: number };

/**
 * Reads this browser's session.
 * @throws ApiError if the server is unreachable; the session may still be valid
 */
async function readSession(): Promise<BrowserSession | null> {
  const answer = await api<{ user?: { id?: string }; leaseSeconds?: number } | null>("/auth/session");
  if (!answer?.user?.id) return null;
  return { userId: answer.user.id, leaseEndsAt: leaseEndAfter(answer.leaseSeconds ?? 0) };
}

/** Computed from a duration, because the browser's clock may differ from the server's. */
function leaseEndAfter(seconds: number): number {
  return Date.now() + seconds * 1_000;
}

// Counts sign-ins and sign-outs, so that responses to earlier requests can be discarded.
let changes = 0;

function signedIn(answer: { user: Me }): void {
  changes++;
  setLogoutPending(false);
  // The cache belongs to the previous user.
  getQueryClient().clear();
  setAuthUser(answer.user, leaseEndAfter(ACCESS_TOKEN_SECONDS));
  postToTabs({ type: "signed-in" });
}

/** Notifies the other tabs of a sign-in that a redirect has completed; this one loads a page anyway. */
export function noteSignIn(): void {
  setLogoutPending(false);
  postToTabs({ type: "signed-in" });
}

async function whileLoading<T>(work: () => Promise<T>): Promise<T> {
  useAuthStore.setState({ loading: true });
  try {
    return await work();
  } finally {
    useAuthStore.setState({ loading: false });
  }
}

export type Credentials = { email: string; password: string; cf_turnstile_token?: string };

/** @throws ApiError; `second_factor_required` has details.challenge */
export function login(credentials: Credentials): Promise<LoginResponse> {
  return signInAt("/v2/auth/login", credentials);
}

/** Completes a sign-in with the code of the second factor. */
export function completeChallenge(body: { challenge: string; code: string }): Promise<LoginResponse> {
  return signInAt("/v2/auth/challenge", body);
}

/** Signs in with a mailed code or link. */
export function signInByMail(
  body: { email: string; code: string } | { token: string },
): Promise<LoginResponse> {
  return signInAt("/v2/auth/otp", body);
}

/** Signs in through an endpoint with the response of a login. */
export function signInAt(path: string, body: unknown): Promise<LoginResponse> {
  return whileLoading(async () => {
    const answer = await api<LoginResponse>(path, { method: "POST", body });
    signedIn(answer);
    return answer;
  });
}

/** Creates an account; nobody is signed in if the address must be confirmed first. */
export function signup(
  body: Credentials & { username: string; displayName?: string; invitation?: string; homepage?: string },
): Promise<SignupResponse> {
  return signupAt("/v2/auth/signup", body);
}

/** Signs up through an endpoint with the response of a sign-up. */
export function signupAt(path: string, body: unknown): Promise<SignupResponse> {
  return whileLoading(async () => {
    const answer = await api<SignupResponse>(path, { method: "POST", body });
    if (answer.requiresEmailConfirmation) clearAuthUser();
    else signedIn(answer);
    return answer;
  });
}

/**
 * Signs out. Local state is cleared even if the call fails; a script cannot delete the cookie, so the next page load
 * retries the call.
 */
export async function logout(): Promise<void> {
  try {
    await api("/v2/auth/logout", { method: "POST" });
    setLogoutPending(false);
  } catch {
    setLogoutPending(true);
  } finally {
    changes++;
    getQueryClient().clear();
    clearAuthUser();
    postToTabs({ type: "signed-out" });
  }
}

/**
 * Finds out who is signed in. If the profile cannot be read, the user is a placeholder without a name, with every
 * onboarding step missing.
 * @returns `unknown` if the server is unreachable, somebody signed in or out meanwhile, or the page is navigating away
 */
export async function initialize(): Promise<"signed-in" | "signed-out" | "unknown"> {
  if (isLogoutPending()) {
    await logout();
    if (isLogoutPending()) return "unknown";
    window.location.assign("/login");
    return "unknown";
  }
  const before = changes;
  let session: BrowserSession | null;
  try {
    session = await readSession();
    if (changes !== before) return "unknown";
  } catch {
    // Unknown, not signed out: keep the state until the next check.
    useAuthStore.setState({ initialized: true, loading: false });
    return "unknown";
  }
  if (!session) {
    clearAuthUser();
    return "signed-out";
  }
  const me = await api<Me>("/v2/users/me").catch(() => null);
  if (changes !== before) return "unknown";
  if (me) {
    setAuthUser(me, session.leaseEndsAt);
    return "signed-in";
  }
  useAuthStore.setState({
    initialized: true,
    loading: false,
    leaseEndsAt: session.leaseEndsAt,
    user: { id: session.userId, username: "", displayName: "", onboarding: placeholderOnboarding() },
  });
  return "signed-in";
}

/** Stores the changed account and notifies the other tabs. */
export function noteMe(me: Me): void {
  setAuthUser(me);
  postToTabs({ type: "changed" });
}

/**
 * Opens the Session Expired dialog if the session has ended, and closes it if another tab has signed in since.
 * @returns whose session it is; null if nobody's or unknown
 */
export async function checkSession(): Promise<string | null> {
  if (!useAuthStore.getState().user) return null;
  try {
    const session = await readSession();
    if (session) useAuthStore.setState({ leaseEndsAt: session.leaseEndsAt, expired: false });
    else useAuthStore.setState({ expired: true });
    return session?.userId ?? null;
  } catch {
    // Offline or a server error: the session's state is unknown.
    return null;
  }
}

const REFRESH_LOCK = "gum-refresh";

/**
 * Renews the session once for all tabs.
 * @param isDue called again once this tab holds the lock. Another tab's message may arrive after its lock is released, so
 *   the lease is read again from the server
 */
export async function renewSession(isDue: () => boolean): Promise<void> {
  await withLock(async () => {
    if (!isDue()) return;
    try {
      const session = await readSession();
      if (session) useAuthStore.setState({ leaseEndsAt: session.leaseEndsAt });
      if (!isDue()) return;
      await api<LoginResponse>("/v2/auth/refresh", { method: "POST", body: {} });
      const leaseEndsAt = leaseEndAfter(ACCESS_TOKEN_SECONDS);
      useAuthStore.setState({ leaseEndsAt });
      postToTabs({ type: "renewed", leaseEndsAt });
    } catch (error) {
      if (error instanceof ApiError && (error.status === 401 || error.code === "no_refresh_token")) {
        useAuthStore.setState({ expired: true });
      }
    }
  });
}

function withLock(work: () => Promise<void>): Promise<void> {
  // Unavailable in insecure contexts: each tab then renews on its own, which the server allows.
  return navigator.locks ? navigator.locks.request(REFRESH_LOCK, work).then(() => undefined) : work();
}
