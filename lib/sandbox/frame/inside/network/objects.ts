/** Blob URLs created by the app. fetch, XMLHttpRequest, workers and downloads read their blobs here, as the policy blocks the URLs. */
import { isOurBlobUrl } from "@/lib/sandbox/frame/inside/files";
import { realm } from "@/lib/sandbox/frame/inside/realm";

const objects = new Map<string, Blob>();

export function patchObjectUrls(): void {
  URL.createObjectURL = function createObjectURL(object: Blob | MediaSource) {
    const url = realm.createObjectURL(object);
    if (object instanceof realm.Blob) objects.set(url, object);
    return url;
  };
  URL.revokeObjectURL = function revokeObjectURL(url: string) {
    if (isOurBlobUrl(url)) return;
    objects.delete(url);
    realm.revokeObjectURL(url);
  };
}

/** Records a blob URL that a worker created; `object` is null when the worker revoked it. */
export function keepObject(url: string, object: Blob | null): void {
  if (object) objects.set(url, object);
  else objects.delete(url);
}

export function readableObject(url: string): Blob | null {
  return objects.get(url) ?? null;
}
