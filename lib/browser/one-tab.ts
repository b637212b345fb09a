/**
 * Runs `lead` in one tab of this browser at a time: when that tab closes, another one takes over. Without https there are no
 * Web Locks, and every tab leads.
 * @param signal ends this tab's turn, or its waiting
 */
export function leadOneTab(name: string, signal: AbortSignal, lead: () => Promise<void>): void {
  if ("locks" in navigator) navigator.locks.request(name, { signal }, lead).catch(() => undefined);
  else void lead();
}

/** Whether tabs can agree on one of them. */
export const tabsAgree = (): boolean => "locks" in navigator;
