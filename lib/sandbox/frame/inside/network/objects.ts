/** Blob URLs created by the app. fetch, XMLHttpRequest, workers and downloads read their blobs here, as the policy blocks the URLs. */
import { isOurBlobUrl } from "@/lib/sandbox/frame/inside/files";
import { define, realm } from "@/lib/sandbox/frame/inside/realm";

const blobs = new Map<string, Blob>();

export function patchObjectUrls(): void {
  define(URL, "createObjectURL", (object: Blob | MediaSource) => {
    const url = realm.createObjectURL(object);
    if (object instanceof realm.Blob) blobs.set(url, object);
    return url;
  });
  define(URL, "revokeObjectURL", (url: string) => {
    if (isOurBlobUrl(url)) return;
    blobs.delete(url);
    realm.revokeObjectURL(url);
  });
}

/** Records a blob URL that a worker created; `object` is null when the worker revoked it. */
export function recordBlob(url: string, object: Blob | null): void {
  if (object) blobs.set(url, object);
  else blobs.delete(url);
}

export function blobAt(url: string): Blob | null {
  return blobs.get(url) ?? null;
}
