import { create } from "zustand";
import { type AuthUser, clearAuthStorage, writeAuthStorage } from "./storage";

/** Who this browser is signed in as, and how far finding that out has come (specification, section 4). */
export type AuthState = {
  initialized: boolean;
  loading: boolean;
  user: AuthUser | null;
  /** The session ended while the page was open: the Session Expired dialog is up. */
  expired: boolean;
  /** When the session should be renewed at the latest, in ms since 1970; null while unknown. */
  leaseEndsAt: number | null;
};

const INITIAL_AUTH_STATE: AuthState = {
  initialized: false,
  loading: true,
  user: null,
  expired: false,
  leaseEndsAt: null,
};

export const useAuthStore = create<AuthState>()(() => INITIAL_AUTH_STATE);

/** Notes who is signed in, here and in `auth-storage`. */
export function setAuthUser(user: AuthUser, leaseEndsAt?: number): void {
  const { id, username, displayName, onboarding } = user;
  writeAuthStorage({ id, username, displayName, onboarding });
  useAuthStore.setState((state) => ({
    initialized: true,
    loading: false,
    expired: false,
    user: { id, username, displayName, onboarding },
    leaseEndsAt: leaseEndsAt ?? state.leaseEndsAt,
  }));
}

/** Forgets who was signed in. */
export function clearAuthUser(): void {
  clearAuthStorage();
  useAuthStore.setState({ initialized: true, loading: false, user: null, expired: false, leaseEndsAt: null });
}
