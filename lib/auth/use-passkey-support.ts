"use client";

import { useSyncExternalStore } from "react";

const subscribeToNothing = () => () => undefined;

/**
 * Whether passkeys for `host` work here: the browser supports them, and the page is on that host. The server assumes
 * so, to avoid a layout shift where they do.
 */
export function usePasskeySupport(host: string | null): boolean {
  return useSyncExternalStore(
    subscribeToNothing,
    () => "PublicKeyCredential" in window && window.location.hostname === host,
    () => host !== null,
  );
}
