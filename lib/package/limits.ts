/** The limits of a `.gum` package and its manifest. */
const MIB = 1024 * 1024;

export type PackageLimits = {
  /** The archive, as uploaded and as stored. */
  packedBytes: number;
  /** All entries together, inflated. */
  unpackedBytes: number;
  /** Files and folders together. */
  entries: number;
  /** One entry, inflated. */
  entryBytes: number;
  /** One path in UTF-8, and one name between two slashes (what file systems take). */
  pathBytes: number;
  segmentBytes: number;
};

export const DEFAULT_PACKAGE_LIMITS: Readonly<PackageLimits> = {
  packedBytes: 100 * MIB,
  unpackedBytes: 300 * MIB,
  entries: 2_000,
  entryBytes: 100 * MIB,
  pathBytes: 512,
  segmentBytes: 255,
};

// On globalThis, because a bundler may include this module twice.
const holder = globalThis as typeof globalThis & { gumPackageLimits?: PackageLimits };

/** In force here. Read it when it is needed: the server sets it when it starts, a page once it knows its instance. */
export const PACKAGE_LIMITS: Readonly<PackageLimits> = (holder.gumPackageLimits ??= {
  ...DEFAULT_PACKAGE_LIMITS,
});

export type PackageLimitSettings = Partial<
  Pick<PackageLimits, "packedBytes" | "unpackedBytes" | "entries" | "entryBytes">
>;

export function setPackageLimits(settings: PackageLimitSettings): void {
  Object.assign(holder.gumPackageLimits!, settings);
}

/** Larger packages are uploaded in parts, so that a lost connection loses one part at most. */
export const UPLOAD_PART_BYTES = 512 * 1024;
export const UPLOAD_PART_MAX_BYTES = 4 * MIB;
const UPLOAD_PARTS = 48;

/** How large the parts of an upload are: about `UPLOAD_PARTS` of them, because each is a request and a file. */
export function uploadPartBytes(bytes: number): number {
  const part = Math.ceil(bytes / UPLOAD_PARTS / UPLOAD_PART_BYTES) * UPLOAD_PART_BYTES;
  return Math.min(Math.max(part, UPLOAD_PART_BYTES), UPLOAD_PART_MAX_BYTES);
}

// The manifest
export const DEFAULT_APP_VERSION = "1.0.0";
export const APP_NAME_MAX_GRAPHEMES = 32;
export const APP_DESCRIPTION_MAX_CHARS = 2_000;
export const APP_AUTHOR_MAX_CHARS = 64;
export const APP_CATEGORY_MAX_CHARS = 32;
export const APP_MADE_WITH_MAX = 5;
export const APP_MADE_WITH_MAX_CHARS = 40;
export const DEFAULT_APP_CATEGORY = "other";
export const APP_TAGS_MAX = 10;
export const APP_TAG_MAX_CHARS = 24;
export const APP_SCREENSHOTS_MAX = 8;
export const APP_LICENSE_MAX_CHARS = 64;
export const APP_CAPABILITIES_MAX = 32;
export const APP_REASON_MAX_CHARS = 200;
export const APP_NETWORK_HOSTS_MAX = 20;
export const APP_INLINE_HASHES_MAX = 2_000;
/** Each allowed hash is part of a response header, and servers limit the size of headers: with more, every handler may run. */
export const APP_INLINE_HASHES_LISTED = 100;
export const APP_MEMORY_MB_MAX = 500;
export const MANIFEST_MAX_BYTES = 256 * 1024;

/** The score boards of an app. */
export const APP_SCORE_BOARDS_MAX = 8;
export const APP_SCORE_TITLE_MAX_CHARS = 40;
export const APP_SCORE_UNIT_MAX_CHARS = 12;
/** The identifier of a board. */
export const SCORE_BOARD_PATTERN = /^[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?$/;
