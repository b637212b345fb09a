import { crc32 } from "@/lib/package/crc32";
import { buildZip, bytesOf, concat, extraField, le, type BuiltEntry } from "../zip-builder";
import { good, one, other, type BrokenArchive } from "./case";

const zip64Extra = extraField(0x0001, le(8, 10, 10));
const nameCrc = crc32(bytesOf("app.js"));
const plain = buildZip([good, other]);
const centralAt = new DataView(plain.buffer).getUint32(plain.length - 6, true);

/** Wrong in one entry: its headers, its place, its kind, its extra fields, its data. */
export const BROKEN_ENTRIES: BrokenArchive[] = [
  // header ≠ directory
  ["another name", one({ local: { name: "app.jS" } }), "local_header_differs", "app.js"],
  ["a longer name", one({ local: { name: "app.js2" } }), "local_header_differs", "app.js"],
  ["another checksum", one({ local: { crc: 1 } }), "local_header_differs", "app.js"],
  ["another packed size", one({ local: { packedSize: 5 } }), "local_header_differs", "app.js"],
  ["another size", one({ local: { size: 5 } }), "local_header_differs", "app.js"],
  ["another method", one({ local: { method: 0 } }), "local_header_differs", "app.js"],
  ["other flags", one({ local: { flags: 2 } }), "local_header_differs", "app.js"],
  ["another version", one({ local: { versionNeeded: 45 } }), "local_header_differs", "app.js"],
  ["a header without signature", one({ local: { signature: 0x04034b51 } }), "local_header_missing", "app.js"],
  ["no header", { entries: [good, { ...other, withoutLocal: true }] }, "local_header_missing", "app.js"],
  ["a header in the directory", one({ central: { localAt: centralAt } }), "entry_outside_archive", "app.js"],
  ["a header beyond the file", one({ central: { localAt: 0x7fffffff } }), "entry_outside_archive", "app.js"],
  [
    "a local name that reaches beyond the data",
    [good, { ...other, local: { nameLength: 60000 } }],
    "entry_outside_archive",
    "app.js",
  ],
  [
    "a local extra field that shifts the data",
    one({ local: { extra: extraField(0x5455, le(1, 0)) }, packed: new Uint8Array(3) }),
    "deflate_invalid",
    "app.js",
  ],

  // overlaps
  [
    "two entries on the same data",
    [good, { ...good, name: "b.html", withoutLocal: true, central: { localAt: 0 } }],
    "entries_overlap",
  ],
  [
    "an entry inside another",
    [
      { name: "a", method: 0, content: buildZip([other]).slice(0, -80) },
      { ...other, withoutLocal: true, central: { localAt: 31 } },
    ],
    "entries_overlap",
  ],
  [
    "data that reach into the next entry",
    [{ ...other, local: { packedSize: 60 }, central: { packedSize: 60 } }, good],
    "entries_overlap",
  ],
  [
    "data that reach into the directory",
    [{ ...other, local: { packedSize: 900 }, central: { packedSize: 900 } }],
    "entry_outside_archive",
  ],
  [
    "data that end too early",
    [{ ...other, local: { packedSize: 3 }, central: { packedSize: 3 } }, good],
    "hidden_bytes",
  ],
  ["a quoted overlap (a better zip bomb)", quotedOverlap(), "entries_overlap"],

  // encryption, methods, flags
  ["encryption", one({ flags: 1 }), "entry_encrypted", "app.js"],
  ["encryption in the directory only", one({ central: { flags: 1 } }), "entry_encrypted", "app.js"],
  ["encryption in the header only", one({ local: { flags: 1 } }), "local_header_differs", "app.js"],
  ["strong encryption", one({ flags: 0x41 }), "entry_encrypted", "app.js"],
  ["an encrypted directory", one({ flags: 0x2000 }), "entry_encrypted", "app.js"],
  [
    "AES",
    one({ method: 99, extra: extraField(0x9901, le(2, 2), "AE", le(1, 3), le(2, 8)) }),
    "entry_extra_field",
    "app.js",
  ],
  ["enhanced Deflate", one({ method: 9 }), "entry_method", "app.js"],
  ["bzip2", one({ method: 12 }), "entry_method", "app.js"],
  ["LZMA", one({ method: 14 }), "entry_method", "app.js"],
  ["Zstandard", one({ method: 93 }), "entry_method", "app.js"],
  ["shrunk", one({ method: 1 }), "entry_method", "app.js"],
  ["patch data", one({ flags: 0x20 }), "entry_flags", "app.js"],
  ["flag 4", one({ flags: 0x10 }), "entry_flags", "app.js"],
  ["flag 15", one({ flags: 0x8000 }), "entry_flags", "app.js"],
  [
    "version 4.5",
    one({ local: { versionNeeded: 45 }, central: { versionNeeded: 45 } }),
    "entry_version",
    "app.js",
  ],

  // kinds
  [
    "a symbolic link",
    one({ method: 0, content: "/etc/passwd", attributes: 0o120777 * 0x10000 }),
    "entry_link",
    "app.js",
  ],
  [
    "a link that says it is from DOS",
    one({ attributes: 0o120777 * 0x10000, central: { madeBy: 20 } }),
    "entry_link",
    "app.js",
  ],
  [
    "a link that says it is a folder too",
    one({ name: "x/", content: "", method: 0, attributes: 0o120777 * 0x10000 + 0x10 }),
    "entry_link",
    "x/",
  ],
  [
    "a Windows reparse point",
    one({ attributes: 0x400, central: { madeBy: 0x0a14 } }),
    "entry_link",
    "app.js",
  ],
  ["a pipe", one({ attributes: 0o010644 * 0x10000 }), "entry_special", "app.js"],
  ["a socket", one({ attributes: 0o140644 * 0x10000 }), "entry_special", "app.js"],
  ["a character device", one({ attributes: 0o020644 * 0x10000 }), "entry_special", "app.js"],
  ["a block device", one({ attributes: 0o060644 * 0x10000 }), "entry_special", "app.js"],
  ["a volume label", one({ attributes: 0x08 }), "entry_special", "app.js"],
  [
    "a file that says it is a folder",
    one({ attributes: 0o040755 * 0x10000 }),
    "entry_kind_unclear",
    "app.js",
  ],
  ["a file with the DOS bit of a folder", one({ attributes: 0x10 }), "entry_kind_unclear", "app.js"],
  [
    "a folder that says it is a file",
    one({ name: "x/", content: "", method: 0, attributes: 0o100644 * 0x10000 }),
    "entry_kind_unclear",
    "x/",
  ],
  ["a folder with content", one({ name: "x/" }), "folder_with_content", "x/"],
  [
    "a folder with data that inflate to more",
    one({ name: "x/", central: { size: 0 }, local: { size: 0 } }),
    "deflate_too_long",
    "x",
  ],

  // extra fields
  ["ZIP64 sizes in both", one({ extra: zip64Extra }), "entry_zip64", "app.js"],
  ["ZIP64 sizes in the header only", one({ local: { extra: zip64Extra } }), "entry_zip64", "app.js"],
  [
    "sizes that point to ZIP64",
    one({ central: { size: 0xffffffff, extra: zip64Extra } }),
    "entry_zip64",
    "app.js",
  ],
  ["an offset that points to ZIP64", one({ central: { localAt: 0xffffffff } }), "entry_zip64", "app.js"],
  [
    "another name in UTF-8",
    one({ extra: extraField(0x7075, le(1, 1), le(4, nameCrc), "../evil.js") }),
    "entry_unicode_path",
    "app.js",
  ],
  [
    "another name in UTF-8, in the header only",
    one({ local: { extra: extraField(0x7075, le(1, 1), le(4, nameCrc), "b.js") } }),
    "entry_unicode_path",
    "app.js",
  ],
  [
    "a UTF-8 name for another name",
    one({ extra: extraField(0x7075, le(1, 1), le(4, 7), "app.js") }),
    "entry_unicode_path",
    "app.js",
  ],
  [
    "a UTF-8 name that is cut off",
    one({ extra: extraField(0x7075, le(1, 1)) }),
    "entry_extra_field_damaged",
    "app.js",
  ],
  [
    "a UTF-8 comment",
    one({ extra: extraField(0x6375, le(1, 1), le(4, 0), "c") }),
    "entry_extra_field",
    "app.js",
  ],
  [
    "a link in an extra field",
    one({ extra: extraField(0x756e, le(4, 0), le(2, 0o120777), le(4, 6), le(2, 0, 0), "target") }),
    "entry_extra_field",
    "app.js",
  ],
  [
    "PKWARE's Unix field",
    one({ extra: extraField(0x000d, le(4, 0, 0), le(2, 0, 0), "target") }),
    "entry_extra_field",
    "app.js",
  ],
  ["strong encryption's field", one({ extra: extraField(0x0017, le(2, 2)) }), "entry_extra_field", "app.js"],
  ["a field of nobody", one({ extra: extraField(0x4242, "data") }), "entry_extra_field", "app.js"],
  [
    "an extra field that is cut off",
    one({ extra: le(1, 0x55, 0x54, 9) }),
    "entry_extra_field_damaged",
    "app.js",
  ],
  [
    "an extra field longer than its room",
    one({ extra: concat(le(2, 0x5455, 50), "abc") }),
    "entry_extra_field_damaged",
    "app.js",
  ],

  // what comes after the data
  ["no record after the data", one({ descriptor: new Uint8Array() }), "data_descriptor", "app.js"],
  [
    "a record of another length",
    one({ descriptor: le(4, 0x08074b50, 1, 2, 3, 4) }),
    "data_descriptor",
    "app.js",
  ],
  [
    "a ZIP64 record",
    one({ descriptor: concat(le(4, 0x08074b50, 1), le(8, 5, 5)) }),
    "data_descriptor",
    "app.js",
  ],
  ["a record with other sizes", one({ descriptor: le(4, 0x08074b50, 1, 2, 3) }), "data_descriptor", "app.js"],
  [
    "a record without signature and with other sizes",
    one({ descriptor: le(4, 1, 2, 3) }),
    "data_descriptor",
    "app.js",
  ],
  [
    "a record without the flag",
    [{ ...other, descriptor: "signed", local: { flags: 0 }, central: { flags: 0 } }, good],
    "local_header_differs",
  ],
  [
    "sizes before and after, one wrong",
    one({ descriptor: "signed", local: { size: 7 } }),
    "local_header_differs",
    "app.js",
  ],

  ["a checksum that looks like the record's signature", signatureAsChecksum(), "data_descriptor"],

  // sizes
  [
    "a stored entry with two sizes",
    one({ method: 0, local: { size: 3 }, central: { size: 3 } }),
    "stored_size_differs",
    "app.js",
  ],
  [
    "more than Deflate can make",
    one({ local: { size: 9e6 }, central: { size: 9e6 } }),
    "entry_impossible_size",
    "app.js",
  ],
  [
    "an entry over the limit",
    one({ local: { size: 11 * 2 ** 20 }, central: { size: 11 * 2 ** 20 } }),
    "entry_too_large",
    "app.js",
  ],
  ["more in all than the limit", () => buildZip(bombs(6, 9)), "unpacked_too_large"],
  [
    "an entry that inflates to more than it says",
    one({ local: { size: 5 }, central: { size: 5 } }),
    "deflate_too_long",
    "app.js",
  ],
  [
    "an entry that inflates to less than it says",
    one({ local: { size: 300 }, central: { size: 300 } }),
    "deflate_too_short",
    "app.js",
  ],
  ["a wrong checksum", one({ local: { crc: 5 }, central: { crc: 5 } }), "crc_mismatch", "app.js"],
  [
    "a wrong checksum of stored data",
    one({ method: 0, local: { crc: 5 }, central: { crc: 5 } }),
    "crc_mismatch",
    "app.js",
  ],
  ["damaged data", one({ packed: le(1, 7, 7, 7, 7, 7, 7, 7, 7) }), "deflate_invalid", "app.js"],
  ["no data", one({ content: "", packed: new Uint8Array() }), "deflate_invalid", "app.js"],
  [
    "bytes after the end of the data",
    one({ content: "", packed: le(1, 3, 0, 65, 66) }),
    "deflate_trailing_bytes",
    "app.js",
  ],
];

export function bombs(count: number, megabytes: number): BuiltEntry[] {
  const content = new Uint8Array(megabytes * 2 ** 20);
  return Array.from({ length: count }, (_, i) => ({ name: `zero${i}`, content }));
}

/** Four bytes whose CRC-32 is the signature of the record after the data, with a record that lacks the signature. */
function signatureAsChecksum(): BuiltEntry[] {
  return [{ name: "a", method: 0, content: contentOfChecksum(0x08074b50), descriptor: "bare" }];
}

/** The four bytes that have a given CRC-32: the register before them, undone byte by byte. */
function contentOfChecksum(wanted: number): Uint8Array {
  const table = Array.from({ length: 256 }, (_, byte) => {
    let value = byte;
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
    return value >>> 0;
  });
  let register = (wanted ^ 0xffffffff) >>> 0;
  for (let i = 0; i < 4; i++) {
    const index = table.findIndex((value) => value >>> 24 === register >>> 24);
    register = (((register ^ table[index]!) << 8) | index) >>> 0;
  }
  return le(4, (register ^ 0xffffffff) >>> 0);
}

/** The data of the first entry are a stored block that quotes the header of the second, and then the second's data. */
function quotedOverlap(): Uint8Array {
  const kernel: BuiltEntry = { name: "b", content: "0".repeat(1000) };
  const inner = buildZip([kernel]);
  const length = new DataView(inner.buffer).getUint32(inner.length - 6, true);
  const quoted = concat(le(1, 0), le(2, 31, 31 ^ 0xffff));
  const sizes = { packedSize: quoted.length + length, size: 1031 };
  return buildZip([{ name: "a", packed: quoted, content: "x", local: sizes, central: sizes }, kernel]);
}
