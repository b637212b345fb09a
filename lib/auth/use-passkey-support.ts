"use client";

import { useSyncExternalStore } from "react";

const subscribeToNothing = () => () => undefined;

/**
 * Whether passkeys of `host` work here: the browser has them, and the page is at that host. The server cannot know and
 * says yes, so that nothing moves where they do.
 */
export function usePasskeySupport(host: string | null): boolean {
  return useSyncExternalStore(
    subscribeToNothing,
    () => "PublicKeyCredential" in window && window.location.hostname === host,
    () => host !== null,
  );
}
