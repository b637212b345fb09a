import { create } from "zustand";
import { type AuthUser, clearAuthStorage, writeAuthStorage } from "./storage";

/** The client's auth state (specification, section 4). */
type AuthState = {
  initialized: boolean;
  loading: boolean;
  user: AuthUser | null;
  /** The session ended while the page was open: the Session Expired dialog shows. */
  expired: boolean;
  /** The person went on as a guest after the session had ended. */
  guest: boolean;
  /** When the session must be renewed, in ms since 1970; null while unknown. */
  leaseEndsAt: number | null;
};

const INITIAL_AUTH_STATE: AuthState = {
  initialized: false,
  loading: true,
  user: null,
  expired: false,
  guest: false,
  leaseEndsAt: null,
};

export const useAuthStore = create<AuthState>()(() => INITIAL_AUTH_STATE);

/** Sets the user in the store and in `auth-storage`. */
export function setAuthUser(user: AuthUser, leaseEndsAt?: number): void {
  const { id, username, displayName, onboarding } = user;
  writeAuthStorage({ id, username, displayName, onboarding });
  useAuthStore.setState((state) => ({
    initialized: true,
    loading: false,
    expired: false,
    guest: false,
    user: { id, username, displayName, onboarding },
    leaseEndsAt: leaseEndsAt ?? state.leaseEndsAt,
  }));
}

export function clearAuthUser(): void {
  clearAuthStorage();
  useAuthStore.setState({ initialized: true, loading: false, user: null, expired: false, leaseEndsAt: null });
}
