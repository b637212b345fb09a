/** Files that an app gives the person. */

const NAME_MAX_CHARS = 120;
// Control, bidirectional and invisible characters could make a name look like another one.
const HIDDEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\u2028\u2029]/gu;

/** A browser has taken hold of a file by then. */
const TAKEN_MS = 5_000;

/** A name without folders, hidden characters or a leading dot; never empty. */
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

/** Hands a file to the browser's downloads. Its type is dropped: under our origin nothing of an app may open as a page. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file.slice(0, file.size, "application/octet-stream"));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), TAKEN_MS);
}
