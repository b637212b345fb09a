import "server-only";

/** A line of the log of level error or fatal. Personal data is left out, as in reports of errors. */
export type RecentError = {
  at: string;
  message: string;
  /** The error's type and message. */
  cause: string | null;
  /** Finds the full entry in the log; null outside a request. */
  requestId: string | null;
};

const KEPT = 20;

// On globalThis: Next bundles this module more than once.
const holder = globalThis as typeof globalThis & { gumRecentErrors?: RecentError[] };

export function keepRecentError(error: RecentError): void {
  holder.gumRecentErrors = [error, ...(holder.gumRecentErrors ?? [])].slice(0, KEPT);
}

/** The newest first. */
export function recentErrors(): RecentError[] {
  return holder.gumRecentErrors ?? [];
}
