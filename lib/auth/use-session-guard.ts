"use client";

import { useEffect } from "react";
import { SESSION_DOUBT_EVENT } from "@/lib/browser/api";
import { useAuthStore } from "./store";
import { SESSION_CHECK_MS, SESSION_REFRESH_TICKS, SESSION_TICK_MS } from "@/lib/config/limits";
import { AFTER_LOGIN_COOKIE, isPublicPath, isRememberable } from "./routes";
import { checkSession, initialize, logout, renewSession } from "./session.client";
import { onTabMessage } from "@/lib/browser/tabs";

export function isRenewalDue(leaseEndsAt: number | null, now: number): boolean {
  if (leaseEndsAt === null) return false;
  return Math.floor((leaseEndsAt - now) / SESSION_TICK_MS) <= SESSION_REFRESH_TICKS;
}

/** Reloads a public page without the shell, or leaves for /login. */
function leaveShell(): void {
  if (isPublicPath(window.location.pathname)) window.location.reload();
  else window.location.assign("/login");
}

/**
 * Checks and renews the session while the page is open. Mounted once, by the shell.
 * @param userId whose page it is. Where somebody else has signed in since, it loads again, which ends its running apps
 * @param forgetUnsaved called before that, so that no question about unsaved changes keeps the page
 */
export function useSessionWatch(userId: string, forgetUnsaved: () => void): void {
  useEffect(() => {
    const reloadUnless = (id: string | null | undefined) => {
      if (!id || id === userId) return;
      forgetUnsaved();
      window.location.reload();
    };
    const refresh = () =>
      void initialize().then((state) => {
        if (state === "signed-out") leaveShell();
        else if (state === "signed-in") reloadUnless(useAuthStore.getState().user?.id);
      });
    refresh();
    let checkedAt = Date.now();
    const check = () => {
      checkedAt = Date.now();
      const { user, guest } = useAuthStore.getState();
      // The server could not be reached when the page loaded.
      if (!user && !guest) refresh();
      else void checkSession().then(reloadUnless);
    };
    const checks = setInterval(check, SESSION_CHECK_MS);
    const ticks = setInterval(() => {
      const isDue = () => {
        const { user, expired, leaseEndsAt } = useAuthStore.getState();
        return user !== null && !expired && isRenewalDue(leaseEndsAt, Date.now());
      };
      if (isDue()) void renewSession(isDue);
    }, SESSION_TICK_MS);
    // Timers are throttled in hidden tabs, so a missed check runs when the tab becomes visible.
    const onVisible = () => {
      if (document.visibilityState !== "visible") return;
      // The person may have signed in in another tab.
      if (useAuthStore.getState().expired || Date.now() - checkedAt >= SESSION_CHECK_MS) check();
    };
    const stopListening = onTabMessage((message) => {
      if (message.type === "renewed") useAuthStore.setState({ leaseEndsAt: message.leaseEndsAt });
      else if (message.type === "changed") refresh();
      else if (message.type === "signed-out") leaveShell();
      // A page whose session has ended may have unsaved changes.
      else if (isPublicPath(window.location.pathname) && !useAuthStore.getState().expired)
        window.location.reload();
      else refresh();
    });
    document.addEventListener("visibilitychange", onVisible);
    window.addEventListener(SESSION_DOUBT_EVENT, check);
    return () => {
      clearInterval(checks);
      clearInterval(ticks);
      stopListening();
      document.removeEventListener("visibilitychange", onVisible);
      window.removeEventListener(SESSION_DOUBT_EVENT, check);
    };
  }, [userId, forgetUnsaved]);
}

/** The state and the two actions of the Session Expired dialog. */
export function useSessionExpiry(): {
  expired: boolean;
  /** Signs out and remembers the current path; the caller navigates to /login and shows the toast. */
  signInAgain: () => Promise<void>;
  continueAsGuest: () => void;
} {
  const expired = useAuthStore((state) => state.expired);
  return {
    expired,
    signInAgain: async () => {
      rememberPath(window.location.pathname + window.location.search);
      await logout();
    },
    continueAsGuest: () => {
      useAuthStore.setState({ expired: false, guest: true, user: null });
      // Public pages have a view for guests; the others say what a guest can do (GuestNotice).
      if (isPublicPath(window.location.pathname)) window.location.reload();
      else rememberPath(window.location.pathname + window.location.search);
    },
  };
}

/** Remembers the path to return to after signing in; the server validates it again. */
function rememberPath(path: string): void {
  if (!isRememberable(path)) return;
  const secure = window.location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `${AFTER_LOGIN_COOKIE}=${encodeURIComponent(path)}; Path=/; Max-Age=3600; SameSite=Lax${secure}`;
}
