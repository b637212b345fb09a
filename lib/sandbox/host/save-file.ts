/** Downloads from an app. */

const NAME_MAX_CHARS = 120;
// Control, bidirectional and invisible characters can disguise a file name.
const HIDDEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\u2028\u2029]/gu;

/** Time for the browser to start the download before its URL is revoked. */
const REVOKE_AFTER_MS = 5_000;

/** Removes folders, hidden characters and leading dots. Never returns an empty name. */
export function safeFileName(name: string): string {
  const last = name.split(/[/\\]/).pop()!;
  const clean = last
    .replace(HIDDEN, "")
    .replace(/[<>:"|?*]/g, "_")
    .replace(/^[.\s]+|[.\s]+$/g, "");
  if (clean.length <= NAME_MAX_CHARS) return clean || "download";
  const extension = /\.[^.]{1,10}$/.exec(clean)?.[0] ?? "";
  return clean.slice(0, NAME_MAX_CHARS - extension.length) + extension;
}

/** Starts a download. The type is dropped so that an app's file never opens as a page of our origin. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file.slice(0, file.size, "application/octet-stream"));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER_MS);
}
