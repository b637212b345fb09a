import { endPartialUpload, uploadInParts } from "@/lib/apps/upload-in-parts.client";
import { api } from "@/lib/browser/api";
import type { PostMedia, RecordingBody } from "./contract";

export type RecordingUpload = {
  /** Of the recording; the same id resumes an earlier attempt. */
  id: string;
  file: Blob;
  poster: Blob | null;
  title: string;
  isImport?: boolean;
  onProgress?: (share: number) => void;
  signal: AbortSignal;
};

/** Uploads a recording in parts and stores it. @throws ApiError; after `network_failure`, call it again to resume */
export async function uploadRecording({
  id,
  file,
  poster,
  title,
  isImport = false,
  onProgress = () => undefined,
  signal,
}: RecordingUpload): Promise<PostMedia> {
  const parts = `/v1/recordings/${id}/parts`;
  try {
    await uploadInParts({ path: parts, file, onProgress, signal });
    const form = new FormData();
    form.set("title", title);
    if (poster) form.set("poster", poster, "poster");
    const path = `/v1/recordings/${id}${isImport ? "?import" : ""}`;
    return await api<PostMedia>(path, { method: "PUT", body: form, signal });
  } catch (error) {
    // Cancelled: its parts are of no use.
    if (signal.aborted) void endPartialUpload(parts).catch(() => undefined);
    throw error;
  }
}

/** @throws ApiError */
export function changeRecording(id: string, body: RecordingBody): Promise<PostMedia> {
  return api<PostMedia>(`/v1/recordings/${id}`, { method: "PATCH", body });
}
