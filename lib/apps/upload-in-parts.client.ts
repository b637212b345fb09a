import type { PartialUpload } from "./contract";
import { UPLOAD_PART_BYTES } from "@/lib/package/limits";
import { api, ApiError } from "@/lib/browser/api";
import { upload } from "@/lib/browser/upload";

const pathOf = (id: string): string => `/apps/uploads/${id}`;

/**
 * Uploads a file in parts. Resumes an earlier attempt with the same id, also from before a reload.
 * @param onProgress called with the fraction of bytes that were sent
 * @throws ApiError; after `network_failure`, call it again to resume
 */
export async function uploadInParts({
  id,
  file,
  onProgress,
  signal,
}: {
  id: string;
  file: Blob;
  onProgress: (share: number) => void;
  signal: AbortSignal;
}): Promise<void> {
  const begun = await api<PartialUpload>(pathOf(id), { method: "PUT", body: { bytes: file.size }, signal });
  let { received } = begun;
  while (received < file.size) {
    const offset = received;
    const part = file.slice(offset, offset + UPLOAD_PART_BYTES);
    const form = new FormData();
    form.set("part", part, "part");
    received = await upload<PartialUpload>({
      path: `${pathOf(id)}?offset=${offset}`,
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

export async function endPartialUpload(id: string): Promise<void> {
  await api(pathOf(id), { method: "DELETE" });
}
