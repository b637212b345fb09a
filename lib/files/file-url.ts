import "server-only";

/**
 * The address of a public file (avatar, banner, post picture). Keys are random and never reused, so the answer can be
 * cached for ever. Files of apps are not public by themselves: see presenters/app.ts.
 */
export function fileUrl(key: string): string;
export function fileUrl(key: string | null): string | null;
export function fileUrl(key: string | null): string | null {
  return key === null ? null : `/api/files/${key}`;
}
