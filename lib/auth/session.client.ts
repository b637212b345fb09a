import { ACCESS_TOKEN_SECONDS } from "@/lib/config/limits";
import type { LoginResponse, SignupResponse } from "./contract";
import type { Me } from "@/lib/people/user-contract";
import { placeholderOnboarding } from "@/lib/account/onboarding";
import { api, ApiError } from "@/lib/browser/api";
import { getQueryClient } from "@/lib/browser/query-client";
import { isLogoutPending, setLogoutPending } from "./storage";
import { clearAuthUser, setAuthUser, useAuthStore } from "./store";
import { postToTabs } from "@/lib/browser/tabs";

/** What the session endpoint tells about this browser's cookie. Times are in ms since 1970 by this browser's clock. */
export type BrowserSession = { userId: string; leaseEndsAt: number };

/**
 * The session this browser holds, or null.
 * @throws ApiError where the server could not be asked: that says nothing about the session
 */
async function readSession(): Promise<BrowserSession | null> {
  const answer = await api<{ user?: { id?: string }; leaseSeconds?: number } | null>("/auth/session");
  if (!answer?.user?.id) return null;
  return { userId: answer.user.id, leaseEndsAt: leaseEndAfter(answer.leaseSeconds ?? 0) };
}

/** By this browser's clock, which may be far from the server's: only how long a lease lasts is the server's word. */
function leaseEndAfter(seconds: number): number {
  return Date.now() + seconds * 1_000;
}

// Grows with every sign-in and sign-out: an answer that was asked for before says nothing about who is here now.
let changes = 0;

function admit(answer: { user: Me }): void {
  changes++;
  setLogoutPending(false);
  // What the cache holds belongs to whoever was here before.
  getQueryClient().clear();
  setAuthUser(answer.user, leaseEndAfter(ACCESS_TOKEN_SECONDS));
  postToTabs({ type: "signed-in" });
}

/** Runs a sign-in or sign-up with `loading` set until it is done. */
async function whileLoading<T>(work: () => Promise<T>): Promise<T> {
  useAuthStore.setState({ loading: true });
  try {
    return await work();
  } finally {
    useAuthStore.setState({ loading: false });
  }
}

export type Credentials = { email: string; password: string; cf_turnstile_token?: string };

/** @throws ApiError; its code is `second_factor_required` with details.challenge where a code is needed too */
export function login(credentials: Credentials): Promise<LoginResponse> {
  return signInAt("/v2/auth/login", credentials);
}

/** Completes a sign-in with the code of the second factor. */
export function completeChallenge(body: { challenge: string; code: string }): Promise<LoginResponse> {
  return signInAt("/v2/auth/challenge", body);
}

/** Signs in with a code or a link that went by mail. */
export function signInByMail(
  body: { email: string; code: string } | { token: string },
): Promise<LoginResponse> {
  return signInAt("/v2/auth/otp", body);
}

function signInAt(path: string, body: unknown): Promise<LoginResponse> {
  return whileLoading(async () => {
    const answer = await api<LoginResponse>(path, { method: "POST", body });
    admit(answer);
    return answer;
  });
}

/** Makes an account. Where the address must be confirmed first, nobody is signed in afterwards. */
export function signup(
  body: Credentials & { username: string; displayName?: string },
): Promise<SignupResponse> {
  return whileLoading(async () => {
    const answer = await api<SignupResponse>("/v2/auth/signup", { method: "POST", body });
    if (answer.requiresEmailConfirmation) clearAuthUser();
    else admit(answer);
    return answer;
  });
}

/**
 * Signs out. What this browser keeps is cleared even where the call fails; no script can take the cookie away, so the
 * call is then made again as soon as a page is opened.
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
 * Finds out who this browser is signed in as. Where the profile cannot be read, a placeholder stands in: no name,
 * onboarding in progress with every step missing.
 * @returns `unknown` where the server could not be asked, somebody signed in or out meanwhile, or the page is being left
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
    // Unknown, not signed out: what was known stays, and the next check asks again.
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

/** Takes over what a change of one's own account answered, and tells the other tabs. */
export function noteMe(me: Me): void {
  setAuthUser(me);
  postToTabs({ type: "changed" });
}

/** Opens the Session Expired dialog where a session was there and is no more. */
export async function checkSession(): Promise<void> {
  if (!useAuthStore.getState().user) return;
  try {
    const session = await readSession();
    if (session) useAuthStore.setState({ leaseEndsAt: session.leaseEndsAt });
    else useAuthStore.setState({ expired: true });
  } catch {
    // Offline or a fault of the server: no statement about the session.
  }
}

const REFRESH_LOCK = "gum-refresh";

/**
 * Renews the session; of several tabs one does it, and the others take over what it got.
 * @param isDue asked again once it is this tab's turn. Another tab's word may come later than the lock that it held,
 *   so the session itself is asked how long it lasts
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
  // Missing on pages without a secure context: each tab then renews for itself, which the server allows.
  return navigator.locks ? navigator.locks.request(REFRESH_LOCK, work).then(() => undefined) : work();
}
