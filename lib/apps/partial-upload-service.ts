import "server-only";
import { JOB_BATCH, PARTIAL_UPLOAD_KEPT_MS } from "@/lib/config/limits";
import type { PartialUpload } from "./contract";
import { AppError, fieldError } from "@/lib/shared/errors";
import { UPLOAD_PART_MAX_BYTES } from "@/lib/package/limits";
import { randomFileKey } from "@/lib/files/file-key";
import { fileStore } from "@/lib/files/file-store";
import { inTransaction, type Db } from "@/lib/db/client";
import { runLater } from "@/lib/infra/late-work";
import {
  deletePartialUploads,
  findStaleUploads,
  findPartialUpload,
  findSurplusUploads,
  lockPartialUpload,
  updatePartialUpload,
  type PartialUploadRecord,
} from "./partial-upload-repository";
import type { Actor } from "./access-service";
import { dropFiles } from "./package-file-service";

/**
 * Trust model. Untrusted: whoever uploads. They control ids, sizes and bytes. A user has at most
 * OPEN_PER_USER uploads; the callers limit their sizes, and none lives longer than PARTIAL_UPLOAD_KEPT_MS, or is
 * visible to other users. Parts are only stored here; what they make is checked like any other.
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
  const read = async (tx?: Db) => {
    const upload = await (tx
      ? lockPartialUpload({ id, ownerId: viewer.id, bytes: null }, tx)
      : findPartialUpload(id, viewer.id));
    if (!upload) throw new AppError("not_found");
    const { bytes, received } = upload;
    if (offset !== received) throw new AppError("conflict", { details: { received } });
    if (
      part.byteLength === 0 ||
      part.byteLength > UPLOAD_PART_MAX_BYTES ||
      received + part.byteLength > bytes
    )
      throw new AppError("validation_error", { message: "This part is too large, or empty." });
    return upload;
  };
  // Validated before storing, and outside a transaction, because the store may be slow.
  await read();
  const key = randomFileKey("uploads", "part");
  try {
    await fileStore().put(key, part);
    return await inTransaction(async (tx) => {
      const upload = await read(tx);
      const received = upload.received + part.byteLength;
      await updatePartialUpload(id, { received, partKeys: [...upload.partKeys, key] }, tx);
      return present({ ...upload, received });
    });
  } catch (error) {
    runLater(dropFiles([key]), "removing a part failed");
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

/** How many bytes of an upload have arrived, and whether it was already completed. @throws AppError not_found */
export async function getPartialUpload({
  viewer,
  id,
}: {
  viewer: Actor;
  id: string;
}): Promise<PartialUpload & { isTaken: boolean }> {
  const upload = await findPartialUpload(id, viewer.id);
  if (!upload) throw new AppError("not_found");
  return { ...present(upload), isTaken: upload.received > 0 && upload.partKeys.length === 0 };
}

const missing = (message: string) => fieldError("gumFile", "missing", message);

// On globalThis, because Next may bundle this module twice.
const holder = globalThis as typeof globalThis & { gumAssembling?: Set<string> };
const RETRY_SECONDS = 5;

/** One upload of a person at a time is held in memory: a request that completes one is small, so many could come at once. */
async function assembling<T>({ id }: Actor, work: () => Promise<T>): Promise<T> {
  const people = (holder.gumAssembling ??= new Set());
  if (people.has(id)) throw new AppError("too_many_uploads", { retryAfter: RETRY_SECONDS });
  people.add(id);
  try {
    return await work();
  } finally {
    people.delete(id);
  }
}

/**
 * Has `store` store the assembled upload, once: the upload stays known as complete for its lifetime, and its parts are
 * deleted. A no-op for one that was stored. What `store` throws leaves the upload as it is.
 * @throws AppError not_found; validation_error if a part is missing; too_many_uploads while one of the person is stored
 */
export function storePartialUpload(
  of: { viewer: Actor; id: string },
  store: (whole: Uint8Array) => Promise<void>,
): Promise<void> {
  return assembling(of.viewer, async () => {
    // Another request may have stored it since the caller looked.
    if ((await getPartialUpload(of)).isTaken) return;
    await store(await assemble(of));
    await dropUploadParts(of);
  });
}

async function assemble({ viewer, id }: { viewer: Actor; id: string }): Promise<Uint8Array> {
  const upload = await findPartialUpload(id, viewer.id);
  if (!upload) throw missing("gumFile is missing.");
  if (upload.received < upload.bytes) throw missing("Parts of gumFile are missing.");
  const whole = new Uint8Array(upload.bytes);
  let offset = 0;
  // One by one: all of them beside the whole would take twice the memory.
  for (const key of upload.partKeys) {
    const part = await fileStore().get(key);
    if (!part || offset + part.byteLength > upload.bytes) throw missing("Parts of gumFile are missing.");
    whole.set(part, offset);
    offset += part.byteLength;
  }
  if (offset !== upload.bytes) throw missing("Parts of gumFile are missing.");
  return whole;
}

async function dropUploadParts({ viewer, id }: { viewer: Actor; id: string }): Promise<void> {
  const keys = await inTransaction(async (tx) => {
    const upload = await lockPartialUpload({ id, ownerId: viewer.id, bytes: null }, tx);
    if (upload) await updatePartialUpload(id, { received: upload.received, partKeys: [] }, tx);
    return upload?.partKeys ?? [];
  });
  runLater(dropFiles(keys), "removing parts failed");
}

type Completion = { viewer: Actor; id: string | undefined };

/**
 * Returns the assembled upload and removes it.
 * @throws AppError validation_error where there is none or a part is missing; too_many_uploads
 */
export async function takePartialUpload({ viewer, id }: Completion): Promise<Uint8Array> {
  const { whole, taken } = await takeParts({ viewer, id });
  runLater(dropFiles(taken.partKeys), "removing parts failed");
  return whole;
}

/**
 * Has `store` store the assembled upload, and puts it back after failures that the same upload may follow.
 * @throws AppError like takePartialUpload, and what `store` throws
 */
export async function completePartialUpload<T>(
  completion: Completion,
  store: (whole: Uint8Array) => Promise<T>,
  isSentAgain: (error: unknown) => boolean,
): Promise<T> {
  const { whole, taken } = await takeParts(completion);
  try {
    const result = await store(whole);
    runLater(dropFiles(taken.partKeys), "removing parts failed");
    return result;
  } catch (error) {
    const isBack = isSentAgain(error) && (await putBack(taken));
    if (!isBack) runLater(dropFiles(taken.partKeys), "removing parts failed");
    throw error;
  }
}

/** @returns false where the same upload has begun anew meanwhile */
function putBack({ id, ownerId, bytes, received, partKeys }: PartialUploadRecord): Promise<boolean> {
  return inTransaction(async (tx) => {
    const found = await lockPartialUpload({ id, ownerId, bytes }, tx);
    if (!found || found.received > 0 || found.bytes !== bytes) return false;
    await updatePartialUpload(id, { received, partKeys }, tx);
    return true;
  });
}

async function takeParts({ viewer, id }: Completion) {
  if (!id) throw missing("gumFile is missing.");
  return assembling(viewer, () => take(viewer, id));
}

async function take(viewer: Actor, id: string): Promise<{ whole: Uint8Array; taken: PartialUploadRecord }> {
  // Read first, so that after a failure of the store the upload can be retried.
  const whole = await assemble({ viewer, id });
  const taken = await inTransaction(async (tx) => {
    const found = await lockPartialUpload({ id, ownerId: viewer.id, bytes: null }, tx);
    if (found) await deletePartialUploads([id], tx);
    return found;
  });
  if (!taken) throw missing("gumFile is missing.");
  return { whole, taken };
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
