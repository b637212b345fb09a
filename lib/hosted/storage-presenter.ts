import "server-only";
import { HOSTED_FILE_MAX_BYTES, MEDIA_MAX_BYTES } from "@/lib/config/limits";
import type {
  bucketResponse,
  infoResponse,
  ListBody,
  ListingResponse,
  StorageObject,
} from "./storage-contract";
import type { Listing } from "./storage-listing";
import { BUCKETS, type Bucket, type Entry, FILES_BUCKET } from "./storage-names";
import type { z } from "zod";

/** An object in a bucket, of whatever kind. */
export type ObjectRecord = {
  bucket: Bucket;
  id: string;
  /** The path in the bucket. */
  path: string;
  /** An ETag: changes with the content. */
  version: string;
  type: string;
  /** Null if it can only be found by reading the file. */
  bytes: number | null;
  /** What its client sent with it; files of the product have none. */
  cacheControl?: string | null;
  metadata?: unknown;
  createdAt: Date | null;
  updatedAt: Date | null;
};

/** What downloads of it say. */
const CACHE_CONTROL = "private, no-store";

/** @param name the name in its folder; null `file` for a folder */
export function presentObject({ name, file }: Entry<ObjectRecord>): StorageObject {
  if (!file)
    return { name, id: null, created_at: null, updated_at: null, last_accessed_at: null, metadata: null };
  const updatedAt = file.updatedAt?.toISOString() ?? null;
  return {
    name,
    id: file.id,
    bucket_id: file.bucket,
    created_at: file.createdAt?.toISOString() ?? null,
    updated_at: updatedAt,
    last_accessed_at: updatedAt,
    metadata: {
      eTag: `"${file.version}"`,
      size: file.bytes,
      contentLength: file.bytes,
      mimetype: file.type,
      lastModified: updatedAt,
      cacheControl: file.cacheControl ?? CACHE_CONTROL,
      httpStatusCode: 200,
    },
  };
}

/** A page of a folder. */
export function presentFolder(entries: readonly Entry<ObjectRecord>[], query: ListBody): StorageObject[] {
  const { column, order } = query.sortBy;
  const found = entries.filter(({ name }) => name.toLowerCase().includes(query.search.toLowerCase()));
  const sign = order === "desc" ? -1 : 1;
  const keyOf = (object: StorageObject) => object[column] ?? "";
  return found
    .map(presentObject)
    .sort((a, b) => sign * (keyOf(a) < keyOf(b) ? -1 : keyOf(a) > keyOf(b) ? 1 : a.name < b.name ? -1 : 1))
    .slice(query.offset, query.offset + query.limit);
}

/** Names are whole paths; the name of a folder ends with a slash, and its key does not. */
export function presentListing({ folders, files, next }: Listing<ObjectRecord>): ListingResponse {
  return {
    hasNext: next !== null,
    folders: folders.map((name) => ({ name, key: name.slice(0, -1) })),
    objects: files.map((file) => ({ ...presentObject({ name: file.path, file }), key: file.path })),
    ...(next && { nextCursor: next }),
  };
}

export function presentInfo(file: ObjectRecord, bytes: number): z.input<typeof infoResponse> {
  return {
    id: file.id,
    name: file.path,
    version: file.version,
    bucket_id: file.bucket,
    size: bytes,
    content_type: file.type,
    cache_control: file.cacheControl ?? CACHE_CONTROL,
    metadata: file.metadata ?? null,
    etag: `"${file.version}"`,
    last_modified: file.updatedAt?.toISOString() ?? null,
    created_at: file.createdAt?.toISOString() ?? null,
  };
}

const BUCKET_MADE = "2026-11-24T00:00:00.000Z";
const SIZES: Record<Bucket, number> = {
  files: HOSTED_FILE_MAX_BYTES,
  avatars: MEDIA_MAX_BYTES,
  media: MEDIA_MAX_BYTES,
  // Nothing is written to this bucket.
  apps: 0,
};

export function presentBucket(id: Bucket): z.input<typeof bucketResponse> {
  return {
    id,
    name: id,
    owner: "",
    public: id !== FILES_BUCKET,
    file_size_limit: SIZES[id],
    allowed_mime_types: null,
    created_at: BUCKET_MADE,
    updated_at: BUCKET_MADE,
  };
}

export const presentBuckets = () => BUCKETS.map(presentBucket);
