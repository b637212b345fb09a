import "server-only";

/**
 * The URL of a public file (avatar, banner, post picture). Keys are random and never reused, so responses are immutable.
 * Files of apps are not public: see lib/apps/presenter.ts.
 */
export function fileUrl(key: string): string;
export function fileUrl(key: string | null): string | null;
export function fileUrl(key: string | null): string | null {
  return key === null ? null : `/api/files/${key}`;
}
