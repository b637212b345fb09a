/** The records of a zip archive (PKWARE APPNOTE 6.3): signatures, lengths, offsets of fields. */

export const LOCAL_SIGNATURE = 0x04034b50;
export const CENTRAL_SIGNATURE = 0x02014b50;
export const END_SIGNATURE = 0x06054b50;
export const DESCRIPTOR_SIGNATURE = 0x08074b50;
export const ZIP64_LOCATOR_SIGNATURE = 0x07064b50;

export const LOCAL_BYTES = 30;
export const CENTRAL_BYTES = 46;
export const END_BYTES = 22;
export const ZIP64_LOCATOR_BYTES = 20;
/** CRC and two sizes; with the signature that most writers put before them. */
export const DESCRIPTOR_BYTES = 12;
export const SIGNED_DESCRIPTOR_BYTES = 16;

export const STORE = 0;
export const DEFLATE = 8;

export const FLAG_ENCRYPTED = 0x0001;
/** The compression level; irrelevant to readers. */
export const FLAGS_DEFLATE_EFFORT = 0x0006;
export const FLAG_DESCRIPTOR = 0x0008;
export const FLAG_STRONG_ENCRYPTION = 0x0040;
export const FLAG_UTF8 = 0x0800;
export const FLAG_MASKED_HEADER = 0x2000;

/** 2.0: folders and Deflate, nothing newer. */
export const VERSION_NEEDED_MAX = 20;

export const ATTRIBUTE_VOLUME = 0x08;
export const ATTRIBUTE_FOLDER = 0x10;
export const ATTRIBUTE_DEVICE = 0x40;
export const ATTRIBUTE_REPARSE_POINT = 0x400;

export const MODE_TYPE = 0o170000;
export const MODE_FILE = 0o100000;
export const MODE_FOLDER = 0o040000;
export const MODE_LINK = 0o120000;

/** The fields that local headers and directory entries share. */
export type SharedFields = {
  versionNeeded: number;
  flags: number;
  method: number;
  crc: number;
  packedSize: number;
  size: number;
  nameLength: number;
  extraLength: number;
};

/** Both have them in the same order, at the offsets below. */
export function readSharedFields(view: DataView, at: number): SharedFields {
  return {
    versionNeeded: view.getUint16(at, true),
    flags: view.getUint16(at + 2, true),
    method: view.getUint16(at + 4, true),
    crc: view.getUint32(at + 10, true),
    packedSize: view.getUint32(at + 14, true),
    size: view.getUint32(at + 18, true),
    nameLength: view.getUint16(at + 22, true),
    extraLength: view.getUint16(at + 24, true),
  };
}

export const LOCAL_SHARED_AT = 4;
export const CENTRAL_SHARED_AT = 6;
