import "server-only";
import { JOB_BATCH, PARTIAL_UPLOAD_KEPT_MS } from "@/lib/config/limits";
import type { PartialUpload } from "./contract";
import { AppError } from "@/lib/shared/errors";
import { UPLOAD_PART_BYTES } from "@/lib/package/limits";
import { randomFileKey } from "@/lib/files/file-key";
import { fileStore } from "@/lib/files/file-store";
import { inTransaction } from "@/lib/db/client";
import {
  deletePartialUploads,
  findStaleUploads,
  findSurplusUploads,
  lockPartialUpload,
  updatePartialUpload,
  type PartialUploadRecord,
} from "./partial-upload-repository";
import type { Actor } from "./access-service";
import { dropFiles } from "./package-file-service";

/**
 * Trust model. Untrusted: whoever uploads. They control ids, sizes and bytes. A user has at most
 * OPEN_PER_USER uploads; none is larger than a package, lives longer than PARTIAL_UPLOAD_KEPT_MS, or is
 * visible to other users. Parts are only stored here; the assembled package is checked like any other.
 */
const OPEN_PER_USER = 3;

const present = ({ id, bytes, received }: PartialUploadRecord): PartialUpload => ({ id, bytes, received });

/**
 * Begins an upload in parts, or returns how much of it was received. Another size restarts it.
 * @throws AppError not_found where the id is somebody else's
 */
export async function beginPartialUpload({
  viewer,
  id,
  bytes,
}: {
  viewer: Actor;
  id: string;
  bytes: number;
}): Promise<PartialUpload> {
  const { upload, dropped } = await inTransaction(async (tx) => {
    const found = await lockPartialUpload({ id, ownerId: viewer.id, bytes }, tx);
    if (!found) throw new AppError("not_found");
    if (found.bytes === bytes) return { upload: found, dropped: [] };
    const restarted = { bytes, received: 0, partKeys: [] };
    await updatePartialUpload(id, restarted, tx);
    return { upload: { ...found, ...restarted }, dropped: found.partKeys };
  });
  await dropFiles(dropped);
  await removeUploads(await findSurplusUploads(viewer.id, OPEN_PER_USER));
  return present(upload);
}

/**
 * Stores the next part.
 * @throws AppError not_found, validation_error for a part that is too large, conflict (details: received) for one that
 *   is not the next
 */
export async function addUploadPart({
  viewer,
  id,
  offset,
  part,
}: {
  viewer: Actor;
  id: string;
  offset: number;
  part: Uint8Array;
}): Promise<PartialUpload> {
  const key = randomFileKey("uploads", "part");
  try {
    return await inTransaction(async (tx) => {
      const upload = await lockPartialUpload({ id, ownerId: viewer.id, bytes: null }, tx);
      if (!upload) throw new AppError("not_found");
      const { bytes, received, partKeys } = upload;
      if (offset !== received) throw new AppError("conflict", { details: { received } });
      const end = received + part.byteLength;
      if (part.byteLength === 0 || part.byteLength > UPLOAD_PART_BYTES || end > bytes) {
        throw new AppError("validation_error", { message: "This part is too large, or empty." });
      }
      await fileStore().put(key, part);
      await updatePartialUpload(id, { received: end, partKeys: [...partKeys, key] }, tx);
      return present({ ...upload, received: end });
    });
  } catch (error) {
    await dropFiles([key]);
    throw error;
  }
}

/** Cancels an upload; a no-op where there is none. */
export async function cancelPartialUpload({ viewer, id }: { viewer: Actor; id: string }): Promise<void> {
  const keys = await inTransaction(async (tx) => {
    const upload = await lockPartialUpload({ id, ownerId: viewer.id, bytes: null }, tx);
    if (upload) await deletePartialUploads([id], tx);
    return upload?.partKeys ?? [];
  });
  await dropFiles(keys);
}

/**
 * Returns the assembled upload and removes it.
 * @throws AppError validation_error where there is none or a part is missing
 */
export async function takePartialUpload({
  viewer,
  id,
}: {
  viewer: Actor;
  id: string | undefined;
}): Promise<Uint8Array> {
  const missing = (message: string) =>
    new AppError("validation_error", { message, fields: [{ path: "gumFile", code: "missing", message }] });
  if (!id) throw missing("gumFile is missing.");
  const upload = await inTransaction(async (tx) => {
    const found = await lockPartialUpload({ id, ownerId: viewer.id, bytes: null }, tx);
    if (!found) throw missing("gumFile is missing.");
    if (found.received < found.bytes) throw missing("Parts of gumFile are missing.");
    await deletePartialUploads([id], tx);
    return found;
  });
  try {
    const whole = new Uint8Array(upload.bytes);
    let offset = 0;
    for (const key of upload.partKeys) {
      const part = await fileStore().get(key);
      if (!part) throw missing("Parts of gumFile are missing.");
      whole.set(part, offset);
      offset += part.byteLength;
    }
    return whole;
  } finally {
    await dropFiles(upload.partKeys);
  }
}

/** Removes abandoned uploads, and files whose write was cut off. @returns how many of both */
export async function dropStaleUploads(now: Date): Promise<number> {
  const before = new Date(now.getTime() - PARTIAL_UPLOAD_KEPT_MS);
  const stale = await findStaleUploads(before, JOB_BATCH);
  await removeUploads(stale);
  // A part is younger than its upload, so these belong to no upload that is still open.
  return stale.length + (await fileStore().removeStaleParts(before));
}

async function removeUploads(uploads: PartialUploadRecord[]): Promise<void> {
  if (uploads.length === 0) return;
  await deletePartialUploads(uploads.map(({ id }) => id));
  await dropFiles(uploads.flatMap(({ partKeys }) => partKeys));
}
