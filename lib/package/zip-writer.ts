import * as zip from "./zip-format";

/** Writes the records of an archive around the packed data of its entries. */

export type EntryFields = { name: Uint8Array; method: number; crc: number; packedSize: number; size: number };
export type WrittenEntry = EntryFields & {
  /** Offset of its local header. */
  localAt: number;
};

/** 1980-01-01 00:00, the earliest date in zip. */
const DOS_TIME = 0;
const DOS_DATE = 0x0021;
const MADE_BY_UNIX = (3 << 8) | zip.VERSION_NEEDED_MAX;
const MODE = (zip.MODE_FILE | 0o644) * 0x10000;

/** What comes before the packed data of an entry. */
export function localHeader(entry: EntryFields): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(zip.LOCAL_BYTES + entry.name.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, zip.LOCAL_SIGNATURE, true);
  writeSharedFields(view, zip.LOCAL_SHARED_AT, entry);
  bytes.set(entry.name, zip.LOCAL_BYTES);
  return bytes;
}

/** What comes after the last entry. @param at its offset */
export function directory(entries: readonly WrittenEntry[], at: number): Uint8Array<ArrayBuffer> {
  const centralBytes = entries.reduce((sum, { name }) => sum + zip.CENTRAL_BYTES + name.length, 0);
  const bytes = new Uint8Array(centralBytes + zip.END_BYTES);
  const view = new DataView(bytes.buffer);
  let offset = 0;
  for (const entry of entries) {
    view.setUint32(offset, zip.CENTRAL_SIGNATURE, true);
    view.setUint16(offset + 4, MADE_BY_UNIX, true);
    writeSharedFields(view, offset + zip.CENTRAL_SHARED_AT, entry);
    view.setUint32(offset + 38, MODE, true);
    view.setUint32(offset + 42, entry.localAt, true);
    bytes.set(entry.name, offset + zip.CENTRAL_BYTES);
    offset += zip.CENTRAL_BYTES + entry.name.length;
  }
  view.setUint32(offset, zip.END_SIGNATURE, true);
  view.setUint16(offset + 8, entries.length, true);
  view.setUint16(offset + 10, entries.length, true);
  view.setUint32(offset + 12, centralBytes, true);
  view.setUint32(offset + 16, at, true);
  return bytes;
}

function writeSharedFields(view: DataView, at: number, entry: EntryFields): void {
  const ascii = entry.name.every((byte) => byte < 0x80);
  view.setUint16(at, zip.VERSION_NEEDED_MAX, true);
  view.setUint16(at + 2, ascii ? 0 : zip.FLAG_UTF8, true);
  view.setUint16(at + 4, entry.method, true);
  view.setUint16(at + 6, DOS_TIME, true);
  view.setUint16(at + 8, DOS_DATE, true);
  view.setUint32(at + 10, entry.crc, true);
  view.setUint32(at + 14, entry.packedSize, true);
  view.setUint32(at + 18, entry.size, true);
  view.setUint16(at + 22, entry.name.length, true);
  view.setUint16(at + 24, 0, true);
}
