import type { PartialUpload } from "./partial-upload-contract";
import { UPLOAD_PART_BYTES } from "@/lib/package/limits";
import { api, ApiError } from "@/lib/browser/api";
import { upload } from "@/lib/browser/upload";

const pathOf = (id: string): string => `/apps/uploads/${id}`;

/**
 * Sends a file in parts, from where an earlier attempt with the same id ended, also one before a reload.
 * @param onProgress told 0 to 1, of the bytes that are there or on their way
 * @throws ApiError; `network_failure` where the connection was lost: call it again then
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
    const at = received;
    const part = file.slice(at, at + UPLOAD_PART_BYTES);
    const form = new FormData();
    form.set("part", part, "part");
    received = await upload<PartialUpload>({
      path: `${pathOf(id)}?offset=${at}`,
      method: "PATCH",
      form,
      onProgress: (share) => onProgress((at + share * part.size) / file.size),
      signal,
    }).then((answer) => answer.received, receivedBefore);
    onProgress(received / file.size);
  }
}

/** The part arrived and its answer was lost: the server says how far it is. */
function receivedBefore(error: unknown): number {
  const received = error instanceof ApiError && error.code === "conflict" ? error.details?.received : null;
  if (typeof received !== "number") throw error;
  return received;
}

/** What was sent is not wanted any more. */
export async function endPartialUpload(id: string): Promise<void> {
  await api(pathOf(id), { method: "DELETE" });
}
