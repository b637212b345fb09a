/** Browsers have started the download by then. */
const REVOKE_AFTER_MS = 60_000;

/** Hands `content` to the browser's downloads as a file called `name`. */
export function download(content: BlobPart, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([content], { type: "application/octet-stream" }));
  link.download = name.replace(/[\\/:*?"<>|]/g, "_");
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), REVOKE_AFTER_MS);
}
