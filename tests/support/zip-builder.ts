import { deflateRawSync } from "node:zlib";
import { crc32 } from "@/lib/package/crc32";

/**
 * Builds zip archives byte by byte, right or wrong in exactly one respect: every field of every record can be set to
 * something else, and bytes put between them. What is not set is as it should be.
 */

export type Fields = Partial<{
  signature: number;
  versionNeeded: number;
  flags: number;
  method: number;
  time: number;
  date: number;
  crc: number;
  packedSize: number;
  size: number;
  nameLength: number;
  extraLength: number;
  name: Uint8Array | string;
  extra: Uint8Array;
}>;

export type CentralFields = Fields &
  Partial<{
    madeBy: number;
    commentLength: number;
    comment: Uint8Array;
    disk: number;
    internal: number;
    attributes: number;
    localAt: number;
  }>;

export type BuiltEntry = {
  name: string | Uint8Array;
  content?: Uint8Array | string;
  /** The data as they lie in the archive; made from `content` where absent. */
  packed?: Uint8Array;
  method?: number;
  flags?: number;
  extra?: Uint8Array;
  /** The record after the data: with its signature, without, or these bytes. Sets flag 3. */
  descriptor?: "signed" | "bare" | Uint8Array;
  attributes?: number;
  local?: Fields;
  central?: CentralFields;
  /** Bytes before the local header. */
  before?: Uint8Array;
  /** Not in the directory. */
  hidden?: boolean;
  /** In the directory only. */
  withoutLocal?: boolean;
};

export type EndFields = Partial<{
  signature: number;
  disk: number;
  directoryDisk: number;
  countHere: number;
  count: number;
  directorySize: number;
  directoryAt: number;
  commentLength: number;
  comment: Uint8Array;
}>;

export type Built = {
  entries: BuiltEntry[];
  before?: Uint8Array;
  beforeDirectory?: Uint8Array;
  afterDirectory?: Uint8Array;
  after?: Uint8Array;
  /** Offsets count from what `before` ends with, as in a self-extracting archive that was corrected. */
  shiftOffsets?: boolean;
  /** The entries in the order in which the directory names them; as they lie where absent. */
  directoryOrder?: number[];
  end?: EndFields;
};

const text = new TextEncoder();

export function bytesOf(value: Uint8Array | string): Uint8Array {
  return typeof value === "string" ? text.encode(value) : value;
}

/** Little-endian numbers: `le(2, 0x7075)`. */
export function le(size: 1 | 2 | 4 | 8, ...values: number[]): Uint8Array {
  return Uint8Array.from(
    values.flatMap((value) => Array.from({ length: size }, (_, i) => Math.floor(value / 256 ** i) & 255)),
  );
}

export function concat(...parts: (Uint8Array | string)[]): Uint8Array<ArrayBuffer> {
  const arrays = parts.map(bytesOf);
  const joined = new Uint8Array(arrays.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of arrays) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

/** One extra field. */
export function extraField(id: number, ...data: (Uint8Array | string)[]): Uint8Array {
  const content = concat(...data);
  return concat(le(2, id, content.length), content);
}

export function buildZip(built: Built | BuiltEntry[]): Uint8Array<ArrayBuffer> {
  const archive: Built = Array.isArray(built) ? { entries: built } : built;
  const before = archive.before ?? new Uint8Array();
  const parts: Uint8Array[] = [before];
  const shift = archive.shiftOffsets === false ? before.length : 0;
  let at = before.length;
  const put = (part: Uint8Array) => {
    parts.push(part);
    at += part.length;
  };

  const directory: Uint8Array[] = [];
  let count = 0;
  for (const entry of archive.entries) {
    const content = bytesOf(entry.content ?? "");
    const method = entry.method ?? 8;
    const packed = entry.packed ?? (method === 8 ? new Uint8Array(deflateRawSync(content)) : content);
    const name = bytesOf(entry.name);
    const extra = entry.extra ?? new Uint8Array();
    const utf8 = name.some((byte) => byte > 127) ? 0x800 : 0;
    const flags = (entry.flags ?? utf8) | (entry.descriptor ? 8 : 0);
    const sizes = { crc: crc32(content), packedSize: packed.length, size: content.length };
    const shared = { versionNeeded: 20, flags, method, time: 0, date: 0x21, name, extra };
    const localSizes = entry.descriptor ? { crc: 0, packedSize: 0, size: 0 } : sizes;

    if (entry.before) put(entry.before);
    const localAt = at - shift;
    if (!entry.withoutLocal) {
      put(localHeader({ ...shared, ...localSizes, ...entry.local }));
      put(packed);
      if (entry.descriptor) {
        const bare = le(4, sizes.crc, sizes.packedSize, sizes.size);
        if (entry.descriptor === "signed") put(concat(le(4, 0x08074b50), bare));
        else put(entry.descriptor === "bare" ? bare : entry.descriptor);
      }
    }
    if (!entry.hidden) {
      count++;
      const attributes = entry.attributes ?? 0;
      directory.push(centralHeader({ ...shared, ...sizes, attributes, localAt, ...entry.central }));
    }
  }
  if (archive.beforeDirectory) put(archive.beforeDirectory);
  const directoryAt = at - shift;
  const order = archive.directoryOrder ?? directory.map((_, index) => index);
  const directoryBytes = concat(...order.map((index) => directory[index]!));
  put(directoryBytes);
  if (archive.afterDirectory) put(archive.afterDirectory);
  put(
    endRecord({ count, countHere: count, directorySize: directoryBytes.length, directoryAt, ...archive.end }),
  );
  if (archive.after) put(archive.after);
  return concat(...parts);
}

function sharedBytes(fields: Fields): Uint8Array {
  const name = bytesOf(fields.name ?? "");
  const extra = fields.extra ?? new Uint8Array();
  return concat(
    le(
      2,
      fields.versionNeeded ?? 20,
      fields.flags ?? 0,
      fields.method ?? 8,
      fields.time ?? 0,
      fields.date ?? 0x21,
    ),
    le(4, fields.crc ?? 0, fields.packedSize ?? 0, fields.size ?? 0),
    le(2, fields.nameLength ?? name.length, fields.extraLength ?? extra.length),
  );
}

function localHeader(fields: Fields): Uint8Array {
  const tail = concat(bytesOf(fields.name ?? ""), fields.extra ?? new Uint8Array());
  return concat(le(4, fields.signature ?? 0x04034b50), sharedBytes(fields), tail);
}

function centralHeader(fields: CentralFields): Uint8Array {
  const comment = fields.comment ?? new Uint8Array();
  return concat(
    le(4, fields.signature ?? 0x02014b50),
    le(2, fields.madeBy ?? 0x0314),
    sharedBytes(fields),
    le(2, fields.commentLength ?? comment.length, fields.disk ?? 0, fields.internal ?? 0),
    le(4, fields.attributes ?? 0, fields.localAt ?? 0),
    bytesOf(fields.name ?? ""),
    fields.extra ?? new Uint8Array(),
    comment,
  );
}

function endRecord(fields: EndFields): Uint8Array {
  const comment = fields.comment ?? new Uint8Array();
  return concat(
    le(4, fields.signature ?? 0x06054b50),
    le(2, fields.disk ?? 0, fields.directoryDisk ?? 0, fields.countHere ?? 0, fields.count ?? 0),
    le(4, fields.directorySize ?? 0, fields.directoryAt ?? 0),
    le(2, fields.commentLength ?? comment.length),
    comment,
  );
}
