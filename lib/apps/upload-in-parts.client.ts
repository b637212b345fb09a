import type { PartialUpload } from "./contract";
import { uploadPartBytes } from "@/lib/package/limits";
import { api, ApiError } from "@/lib/browser/api";
import { upload } from "@/lib/browser/upload";

/** The upload of a package. */
export const packageUpload = (id: string): string => `/apps/uploads/${id}`;

/**
 * Uploads a file in parts. Resumes an earlier attempt to the same path, also from before a reload.
 * @param path of the upload, which has its id
 * @param onProgress called with the fraction of bytes that were sent
 * @throws ApiError; after `network_failure`, call it again to resume
 */
export async function uploadInParts({
  path,
  file,
  onProgress,
  signal,
}: {
  path: string;
  file: Blob;
  onProgress: (share: number) => void;
  signal: AbortSignal;
}): Promise<void> {
  const begun = await api<PartialUpload>(path, { method: "PUT", body: { bytes: file.size }, signal });
  const partBytes = uploadPartBytes(file.size);
  let { received } = begun;
  while (received < file.size) {
    const offset = received;
    const part = file.slice(offset, offset + partBytes);
    const form = new FormData();
    form.set("part", part, "part");
    received = await upload<PartialUpload>({
      path: `${path}?offset=${offset}`,
      method: "PATCH",
      form,
      onProgress: (share) => onProgress((offset + share * part.size) / file.size),
      signal,
    }).then((response) => response.received, receivedBefore);
    onProgress(received / file.size);
  }
}

/** After `conflict`, the part had arrived and only its response was lost: the server returns what it received. */
function receivedBefore(error: unknown): number {
  const received = error instanceof ApiError && error.code === "conflict" ? error.details?.received : null;
  if (typeof received !== "number") throw error;
  return received;
}

export async function endPartialUpload(path: string): Promise<void> {
  await api(path, { method: "DELETE" });
}
