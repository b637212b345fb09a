import { z } from "zod";
import { HOSTED_FILE_NAMES_MAX, HOSTED_LINK_MAX_SECONDS, HOSTED_PICTURE_MAX_SIDE } from "@/lib/config/limits";
import { BUCKETS, FILES_BUCKET } from "./storage-names";

/** Request bodies of hosted storage clients. */
const pathSchema = z.string().max(1_000);
const seconds = z.number().int().min(1).max(HOSTED_LINK_MAX_SECONDS);

export const bucketParams = z.strictObject({ bucket: z.enum(BUCKETS) });
export const listBody = z.object({
  prefix: pathSchema.default(""),
  limit: z.number().int().min(1).max(HOSTED_FILE_NAMES_MAX).default(100),
  offset: z.number().int().min(0).max(100_000).default(0),
  search: z.string().max(200).default(""),
  sortBy: z
    .object({
      column: z.enum(["name", "created_at", "updated_at", "last_accessed_at"]).default("name"),
      order: z.enum(["asc", "desc"]).default("asc"),
    })
    .prefault({}),
});
export type ListBody = z.infer<typeof listBody>;

/** The second form of lists; null stands for a default. */
export const filesParams = z.strictObject({ bucket: z.literal(FILES_BUCKET) });
export const listingBody = z.object({
  prefix: pathSchema.nullish(),
  limit: z.number().int().min(1).max(HOSTED_FILE_NAMES_MAX).default(100),
  cursor: z.string().max(2_000).nullish(),
  with_delimiter: z.boolean().nullish(),
  sortBy: z
    .object({
      column: z.enum(["name", "created_at", "updated_at"]).default("name"),
      order: z.enum(["asc", "desc"]).default("asc"),
    })
    .prefault({}),
});
export type ListingBody = z.infer<typeof listingBody>;

export const moveBody = z.object({
  bucketId: z.literal(FILES_BUCKET),
  sourceKey: pathSchema,
  destinationKey: pathSchema,
  destinationBucket: z.literal(FILES_BUCKET).nullish(),
});

const cacheControl = z.string().regex(/^[\w=, -]{1,100}$/);
/** Without `copyMetadata`, the copy has none, and what `metadata` says instead of what the file has. */
export const copyBody = moveBody.extend({
  copyMetadata: z.boolean().nullish(),
  metadata: z
    .object({ cacheControl: cacheControl.optional(), mimetype: z.string().max(121).optional() })
    .nullish(),
});

/** What a client sends with an upload: the value of a Cache-Control header, or its seconds, and an object as JSON. */
export const extrasSchema = z.object({
  cacheControl: z
    .string()
    .transform((value) => (/^\d{1,10}$/.test(value) ? `max-age=${value}` : value))
    .pipe(cacheControl)
    .nullable()
    .catch(null),
  metadata: z.record(z.string().max(200), z.unknown(), { error: "metadata is not an object." }).nullable(),
});

export type FileExtras = z.infer<typeof extrasSchema>;

const side = z.coerce.number().int().min(1).max(HOSTED_PICTURE_MAX_SIDE).optional();
/** Image transformations; the output is always WebP. */
export const transformQuery = z.object({
  width: side,
  height: side,
  quality: z.coerce.number().int().min(20).max(100).default(80),
  resize: z.enum(["cover", "contain", "fill"]).default("cover"),
  format: z.enum(["origin", "webp"]).optional(),
});
export type Transform = z.infer<typeof transformQuery>;
export const downloadQuery = z.object({ download: z.string().max(200).optional() });
export const tokenQuery = downloadQuery.extend({ token: z.string().max(8_000).default("") });

export const signBody = z.object({ expiresIn: seconds, transform: transformQuery.optional() });
export const signAllBody = z.object({ expiresIn: seconds, paths: z.array(pathSchema).max(100) });
export const removeBody = z.object({ prefixes: z.array(pathSchema).min(1).max(HOSTED_FILE_NAMES_MAX) });

export const messageResponse = z.object({ message: z.string() });
export const storedResponse = z.object({ Id: z.string(), Key: z.string() });
export type StoredResponse = z.infer<typeof storedResponse>;
export const signedResponse = z.object({ signedURL: z.string() });
/** The upload URL, relative to the base URL of the interface. */
export const signedUploadResponse = z.object({ url: z.string(), token: z.string() });
export const signedListResponse = z.array(
  z.object({ error: z.string().nullable(), path: z.string(), signedURL: z.string().nullable() }),
);

const metadata = z.object({
  eTag: z.string(),
  size: z.number().nullable(),
  contentLength: z.number().nullable(),
  mimetype: z.string(),
  lastModified: z.string().nullable(),
  cacheControl: z.string(),
  httpStatusCode: z.literal(200),
});
const object = z.object({
  name: z.string(),
  id: z.string().nullable(),
  bucket_id: z.enum(BUCKETS).optional(),
  created_at: z.string().nullable(),
  updated_at: z.string().nullable(),
  last_accessed_at: z.string().nullable(),
  metadata: metadata.nullable(),
});
export type StorageObject = z.infer<typeof object>;
export const objectsResponse = z.array(object);
export const listingResponse = z.object({
  hasNext: z.boolean(),
  folders: z.array(z.object({ name: z.string(), key: z.string() })),
  objects: z.array(object.extend({ key: z.string() })),
  nextCursor: z.string().optional(),
});
export type ListingResponse = z.infer<typeof listingResponse>;
export const infoResponse = z.object({
  id: z.string(),
  name: z.string(),
  version: z.string(),
  bucket_id: z.enum(BUCKETS),
  size: z.number(),
  content_type: z.string(),
  cache_control: z.string(),
  /** What its client sent as `metadata`. */
  metadata: z.unknown(),
  etag: z.string(),
  last_modified: z.string().nullable(),
  created_at: z.string().nullable(),
});
export const bucketResponse = z.object({
  id: z.string(),
  name: z.string(),
  owner: z.string(),
  public: z.boolean(),
  file_size_limit: z.number(),
  allowed_mime_types: z.null(),
  created_at: z.string(),
  updated_at: z.string(),
});
