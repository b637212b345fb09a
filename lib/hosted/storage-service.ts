import "server-only";
import { uuidv7 } from "uuidv7";
import { lockUser } from "@/lib/account/user-repository";
import { dropFiles } from "@/lib/apps/package-file-service";
import { HOSTED_FILES_BYTES, HOSTED_FILES_MAX } from "@/lib/config/limits";
import { inTransaction } from "@/lib/db/client";
import { isUniqueViolation } from "@/lib/db/errors";
import { randomFileKey } from "@/lib/files/file-key";
import { fileStore } from "@/lib/files/file-store";
import { requireUnlimited } from "@/lib/moderation/standing-service";
import type { Actor } from "@/lib/shared/contract";
import { AppError } from "@/lib/shared/errors";
import type {
  FileExtras,
  ListBody,
  ListingBody,
  ListingResponse,
  StorageObject,
  StoredResponse,
} from "./storage-contract";
import { listPage } from "./storage-listing";
import { entriesOf, FILES_BUCKET, type FilePath, readPath } from "./storage-names";
import { type ObjectRecord, presentFolder, presentListing, presentObject } from "./storage-presenter";
import {
  deleteFiles,
  type FileRecord,
  findFile,
  insertFile,
  listFiles,
  renameFile,
  replaceFile,
  sumFiles,
} from "./storage-repository";

/**
 * Private files of a person's own programs.
 *
 * Trust model. Outside: everybody but the owner, and whoever has no signed URL. Paths begin with the owner's id; a name
 * is only a column value and never a path of the file store, whose keys are random.
 */
type StoredFile = ObjectRecord & FileExtras & { fileKey: string };

const toObject = (file: FileRecord): StoredFile => ({
  ...file,
  metadata: file.metadata as FileExtras["metadata"],
  bucket: FILES_BUCKET,
  path: `${file.ownerId}/${file.name}`,
  version: file.fileKey.replace(/\W/g, ""),
});

/** @throws AppError not_found for an invalid path; forbidden for somebody else's */
export function ownPath(actor: Actor, path: string): FilePath {
  const read = readPath(path);
  if (!read) throw notThere();
  if (read.ownerId !== actor.id)
    throw new AppError("forbidden", { message: "A path begins with your own id." });
  return read;
}

export const notThere = (): AppError => new AppError("not_found", { message: "Object not found" });
export const alreadyThere = (): AppError =>
  new AppError("conflict", { message: "The resource already exists", details: { hosted: "Duplicate" } });

export type Upload = {
  actor: Actor;
  path: string;
  bytes: Uint8Array;
  type: string;
  upsert: boolean;
  extras: FileExtras;
};

/**
 * Stores a file; replaces one with the same name if `upsert`.
 * @throws AppError not_found, forbidden, account_limited, conflict; quota_exceeded beyond a person's share;
 * storage_full
 */
export async function putFile({ actor, path, bytes, type, upsert, extras }: Upload): Promise<StoredResponse> {
  const { ownerId, name } = ownPath(actor, path);
  await requireUnlimited(actor);
  const content = { fileKey: randomFileKey("files", "bin"), bytes: bytes.byteLength, type, ...extras };
  await fileStore().put(content.fileKey, bytes);
  try {
    const { file, before } = await inTransaction(async (tx) => {
      await lockUser(ownerId, tx);
      const before = await findFile({ ownerId, name }, tx);
      if (before && !upsert) throw alreadyThere();
      const used = await sumFiles(ownerId, tx);
      const isTooMuch = used.bytes - (before?.bytes ?? 0) + content.bytes > HOSTED_FILES_BYTES;
      if (isTooMuch || (!before && used.count >= HOSTED_FILES_MAX)) throw new AppError("quota_exceeded");
      const file = before
        ? await replaceFile(before.id, content, tx)
        : await insertFile({ id: uuidv7(), ownerId, name, ...content }, tx);
      return { file, before };
    });
    await dropFiles([before?.fileKey ?? null]);
    return { Id: file.id, Key: `${FILES_BUCKET}/${ownerId}/${name}` };
  } catch (error) {
    await dropFiles([content.fileKey]);
    throw error;
  }
}

/** @throws AppError not_found, forbidden */
export async function getFile(actor: Actor, path: string): Promise<StoredFile> {
  const file = await findFile(ownPath(actor, path));
  if (!file) throw notThere();
  return toObject(file);
}

/** @throws AppError not_found */
export async function readFile(fileKey: string): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await fileStore().get(fileKey);
  if (!bytes) throw notThere();
  return bytes;
}

/** A page of a folder of the actor's; the top level has one folder, named by their id. */
export async function listFolder(actor: Actor, query: ListBody): Promise<StorageObject[]> {
  const folder = query.prefix.normalize("NFC").replace(/\/+$/, "");
  if (folder === "") return presentFolder([{ name: actor.id, file: null }], query);
  const [owner, ...parts] = folder.split("/");
  if (owner !== actor.id) return [];
  const files = (await listFiles(actor.id)).map((file) => ({ ...toObject(file), name: file.name }));
  return presentFolder(entriesOf(files, parts.join("/")), query);
}

/** A page of the actor's files below a prefix. @throws AppError validation_error for a foreign cursor */
export async function listFilesBelow(actor: Actor, query: ListingBody): Promise<ListingResponse> {
  const files = (await listFiles(actor.id)).map(toObject);
  const page = listPage(files, {
    prefix: (query.prefix ?? "").normalize("NFC"),
    delimited: query.with_delimiter ?? false,
    limit: query.limit,
    cursor: query.cursor ?? undefined,
    sort: query.sortBy,
  });
  if (!page) throw new AppError("validation_error", { message: "The cursor is not one of this list." });
  return presentListing(page);
}

/** @throws AppError not_found, forbidden, conflict */
export async function moveFile(actor: Actor, { from, to }: { from: string; to: string }): Promise<void> {
  const [source, target] = [ownPath(actor, from), ownPath(actor, to)];
  try {
    if (!(await renameFile(source, target.name))) throw notThere();
  } catch (error) {
    if (isUniqueViolation(error)) throw alreadyThere();
    throw error;
  }
}

type Changed = { cacheControl?: string | undefined; type?: string | undefined };

/**
 * @param changed for a copy without the metadata of the file, the fields that differ
 * @throws AppError as putFile
 */
export async function copyFile(
  actor: Actor,
  { from, to, upsert, changed }: { from: string; to: string; upsert: boolean; changed: Changed | null },
): Promise<StoredResponse> {
  const source = await getFile(actor, from);
  const extras = {
    cacheControl: changed?.cacheControl ?? source.cacheControl,
    metadata: changed ? null : source.metadata,
  };
  const type = changed?.type ?? source.type;
  return putFile({ actor, path: to, bytes: await readFile(source.fileKey), type, upsert, extras });
}

/**
 * Deletes files of the actor; names that do not exist are ignored.
 * @throws AppError forbidden, not_found for a malformed path
 */
export async function removeFiles(actor: Actor, paths: readonly string[]): Promise<StorageObject[]> {
  const names = paths.map((path) => ownPath(actor, path).name);
  const gone = await inTransaction(async (tx) => {
    await lockUser(actor.id, tx);
    return deleteFiles(actor.id, names, tx);
  });
  await dropFiles(gone.map(({ fileKey }) => fileKey));
  return gone.map(toObject).map((file) => presentObject({ name: file.path, file }));
}
