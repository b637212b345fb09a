import "server-only";
import { removePicture, setPicture } from "@/lib/account/picture-service";
import { getAppPackage, getAppPicture } from "@/lib/apps/file-service";
import { fileStore } from "@/lib/files/file-store";
import type { StreamedFile } from "@/lib/files/service";
import { readerOrThrow, type Viewer } from "@/lib/auth/viewer.server";
import { MEDIA_MAX_BYTES } from "@/lib/config/limits";
import { isUniqueViolation } from "@/lib/db/errors";
import { getProfile } from "@/lib/people/service";
import { findMediaFile } from "@/lib/posts/media-repository";
import { dropMedia, uploadMedia } from "@/lib/posts/media-service";
import { asClosed } from "@/lib/posts/rules";
import { getPost } from "@/lib/posts/service";
import { type Actor, NOBODY } from "@/lib/shared/contract";
import { AppError } from "@/lib/shared/errors";
import type { FileExtras, ListBody, StorageObject, StoredResponse } from "./storage-contract";
import {
  type Bucket,
  type Place,
  readAppPath,
  readMediaName,
  readPath,
  readPictureName,
} from "./storage-names";
import { type ObjectRecord, presentFolder, presentInfo, presentObject } from "./storage-presenter";
import {
  alreadyThere,
  getFile,
  listFolder,
  notThere,
  ownPath,
  putFile,
  readFile,
  removeFiles,
  type Upload,
} from "./storage-service";

/**
 * The product's files as buckets: profile pictures (`avatars/{id}/avatar.webp`, `banner.webp`), post pictures
 * (`media/{owner's id}/{its id}.webp`) and app files (`apps/{id}/icon.webp` …). Nothing is stored here: each path maps
 * to the service of our own route.
 *
 * Trust model. Outside: everybody, including guests, who may request any path. They read what the pages show them, and
 * write only below their own id.
 */
export type BucketObject = ObjectRecord & {
  /** An image that we encoded, safe for browsers to display. */
  isPicture: boolean;
  read: () => Promise<Uint8Array<ArrayBuffer>>;
  /** Where its size is known. */
  stream: StreamedFile["read"] | null;
};

const FILES_PREFIX = "/api/files/";

async function openPicture(reader: Actor, path: string): Promise<BucketObject> {
  const read = readPath(path);
  const kind = read && readPictureName(read.name);
  if (!kind) throw notThere();
  const profile = await getProfile({ viewer: reader, idOrName: read.ownerId });
  const url = kind === "avatar" ? profile.avatarUrl : profile.bannerUrl;
  if (!url) throw notThere();
  return pictureObject({ bucket: "avatars", path, id: profile.id, fileKey: url.slice(FILES_PREFIX.length) });
}

async function openMedia(reader: Actor, path: string): Promise<BucketObject> {
  const read = readPath(path);
  const id = read && readMediaName(read.name);
  const media = id && (await findMediaFile(id, read.ownerId));
  // Of recordings, the API has the address.
  if (!media || !media.type.startsWith("image/")) throw notThere();
  if (read.ownerId !== reader.id) {
    const post = media.postId ? await getPost({ viewer: reader, id: media.postId }) : null;
    // Guests do not see what an author marked as sensitive.
    const shown = post && reader.id === NOBODY.id ? asClosed(post) : post;
    if (!shown?.media.some((each) => each.id === id)) throw notThere();
  }
  return pictureObject({ bucket: "media", path, id, fileKey: media.fileKey, createdAt: media.createdAt });
}

function pictureObject({
  fileKey,
  createdAt = null,
  ...rest
}: Pick<ObjectRecord, "bucket" | "path" | "id"> & {
  fileKey: string;
  createdAt?: Date | null;
}): BucketObject {
  const version = fileKey.replace(/\W/g, "");
  const facts = { version, type: "image/webp", bytes: null, createdAt, updatedAt: createdAt };
  return { ...rest, ...facts, isPicture: true, read: () => readFile(fileKey), stream: null };
}

async function openAppFile(viewer: Viewer | null, path: string): Promise<BucketObject> {
  const named = readAppPath(path);
  if (!named) throw notThere();
  const { app, file } = named;
  const isShared = "shareId" in app;
  if (file === "package" && !isShared && !viewer) throw new AppError("unauthenticated");
  const owner = { ...app, viewer: isShared ? viewer : await readerOrThrow(viewer) };
  const object = {
    bucket: "apps",
    path,
    id: isShared ? app.shareId : app.id,
    createdAt: null,
    updatedAt: null,
  } as const;
  if (file === "package") {
    const { name, type, size, read, readWhole } = await getAppPackage(owner);
    return { ...object, version: name, type, bytes: size, isPicture: false, read: readWhole, stream: read };
  }
  const { etag, type, read } = await getAppPicture(owner, file);
  const version = etag.replace(/\W/g, "");
  return { ...object, version, type, bytes: null, isPicture: true, read, stream: null };
}

/** @throws AppError not_found, unauthenticated, and what the underlying service throws */
export async function openObject(viewer: Viewer | null, place: Place): Promise<BucketObject> {
  if (place.bucket === "apps") return openAppFile(viewer, place.path);
  if (place.bucket === "files" && !viewer) throw notThere();
  return openFor(await readerOrThrow(viewer), place);
}

/** Like `openObject`, for an onboarded person. App files are not below an owner's id. */
export async function openFor(reader: Actor, { bucket, path }: Place): Promise<BucketObject> {
  if (bucket === "avatars") return openPicture(reader, path);
  if (bucket === "media") return openMedia(reader, path);
  if (bucket === "apps") throw notThere();
  const { fileKey, ...file } = await getFile(reader, path);
  const stream: StreamedFile["read"] = (range) => fileStore().stream(fileKey, range);
  return { ...file, isPicture: false, read: () => readFile(fileKey), stream };
}

export { presentBucket as getBucket, presentBuckets as getBuckets } from "./storage-presenter";

export async function getInfo(viewer: Viewer, place: Place) {
  const object = await openObject(viewer, place);
  return presentInfo(object, object.bytes ?? (await object.read()).byteLength);
}

/**
 * Stores an upload through the service of our own route.
 * @throws AppError forbidden below somebody else's id, and what the service throws
 */
export async function putObject(bucket: Bucket, upload: Upload): Promise<StoredResponse> {
  if (bucket === "files") return putFile(upload);
  if (bucket === "apps")
    throw new AppError("forbidden", { message: "Apps are published through POST /api/apps." });
  const { actor, path, bytes, upsert, extras } = upload;
  requireNoMetadata(bucket, extras);
  const { ownerId, name } = ownPath(actor, path);
  if (bytes.byteLength > MEDIA_MAX_BYTES)
    throw new AppError("payload_too_large", { message: "A picture may have 8 MB at most." });
  if (bucket === "media") {
    const id = readMediaName(name);
    if (!id)
      throw new AppError("validation_error", {
        message: "Call a picture of a post {your id}/{a UUID}.webp.",
      });
    try {
      await uploadMedia({ actor, bytes, id });
    } catch (error) {
      if (isUniqueViolation(error)) throw alreadyThere();
      throw error;
    }
    return { Id: id, Key: `media/${ownerId}/${id}.webp` };
  }
  const kind = readPictureName(name);
  if (!kind)
    throw new AppError("validation_error", {
      message: "Call a picture {your id}/avatar or {your id}/banner.",
    });
  const profile = await getProfile({ viewer: actor, idOrName: actor.id });
  if (!upsert && profile[`${kind}Url`]) throw alreadyThere();
  await setPicture({ userId: actor.id, kind, bytes, allows: () => true });
  return { Id: actor.id, Key: `avatars/${ownerId}/${kind}.webp` };
}

/** @throws AppError validation_error: there is nowhere to keep it with a picture */
export function requireNoMetadata(bucket: Bucket, { metadata }: FileExtras): void {
  if (bucket !== "files" && metadata)
    throw new AppError("validation_error", { message: "Only the bucket files keeps metadata." });
}

/** @throws AppError conflict if the path is taken */
export async function refuseTaken(actor: Actor, place: Place): Promise<void> {
  const found = await openFor(actor, place).catch((error: unknown) => {
    if (error instanceof AppError && error.code === "not_found") return null;
    throw error;
  });
  if (found) throw alreadyThere();
}

/**
 * Deletes the actor's own; a picture in a post can only be deleted with the post.
 * @throws AppError forbidden, not_found
 */
export async function removeObjects(
  actor: Actor,
  { bucket, paths }: { bucket: Bucket; paths: readonly string[] },
): Promise<StorageObject[]> {
  if (bucket === "files") return removeFiles(actor, paths);
  if (bucket === "apps") throw new AppError("forbidden");
  const names = paths.map((path) => ownPath(actor, path).name);
  if (bucket === "media") {
    await dropMedia({ actor, ids: names.map(readMediaName).filter((id) => id !== null) });
  } else {
    const kinds = new Set(names.map(readPictureName).filter((kind) => kind !== null));
    for (const kind of kinds) await removePicture({ userId: actor.id, kind, allows: () => true });
  }
  return paths.map((path) => presentObject({ name: path, file: null }));
}

/** @throws AppError validation_error for a bucket that is listed through a view */
export async function listObjects(actor: Actor, bucket: Bucket, query: ListBody): Promise<StorageObject[]> {
  if (bucket === "files") return listFolder(actor, query);
  if (bucket !== "avatars") {
    const view = bucket === "media" ? "posts" : "apps";
    throw new AppError("validation_error", { message: `The view "${view}" lists what is in ${bucket}.` });
  }
  const folder = query.prefix.replace(/\/+$/, "");
  if (folder === "") return presentFolder([{ name: actor.id, file: null }], query);
  const open = (kind: string) =>
    openPicture(actor, `${folder}/${kind}.webp`).then(
      (file) => [{ name: `${kind}.webp`, file }],
      (error: unknown) => {
        if (error instanceof AppError && error.code === "not_found") return [];
        throw error;
      },
    );
  return presentFolder((await Promise.all([open("avatar"), open("banner")])).flat(), query);
}
