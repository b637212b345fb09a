import { buildZip, bytesOf, concat, le } from "../zip-builder";
import { good, named, one, other, type BrokenArchive } from "./case";

const plain = buildZip([good, other]);
const centralAt = new DataView(plain.buffer).getUint32(plain.length - 6, true);

/** Wrong as a whole: what is not an archive, has bytes that belong to nothing, or a wrong end or directory. */
export const BROKEN_SHAPES: BrokenArchive[] = [
  // not an archive
  ["nothing", new Uint8Array(), "not_a_zip"],
  ["text", bytesOf("hello, this is not a zip archive"), "not_a_zip"],
  ["a gzip file", Uint8Array.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, ...new Uint8Array(60)]), "not_a_zip"],
  ["a RAR file", concat("Rar!\x1a\x07\x01\x00", new Uint8Array(60)), "not_a_zip"],
  ["zeros", new Uint8Array(4096), "not_a_zip"],
  ["an archive without entries", { entries: [] }, "archive_empty"],
  ["an archive cut in its data", plain.slice(0, 60), "archive_truncated"],
  ["an archive cut in its directory", plain.slice(0, centralAt + 20), "archive_truncated"],
  ["an archive without its last byte", plain.slice(0, -1), "archive_truncated"],
  ["an archive without its first byte", plain.slice(1), "central_directory_invalid"],

  // bytes before, after and between
  ["a byte after it", { entries: [good], after: le(1, 0) }, "bytes_after_archive"],
  ["another archive after it", concat(plain, plain), "bytes_before_archive"],
  ["a megabyte after it", concat(plain, new Uint8Array(1 << 20)), "archive_truncated"],
  [
    "a comment with a control character",
    { entries: [good], end: { comment: bytesOf("h\x05") } },
    "archive_comment",
  ],
  ["a comment that is not plain", { entries: [good], end: { comment: bytesOf("é") } }, "archive_comment"],
  ["a long comment", { entries: [good], end: { comment: bytesOf("x".repeat(256)) } }, "archive_comment"],
  ["letters after it", { entries: [good], after: bytesOf("hello") }, "bytes_after_archive"],
  [
    "letters after a comment",
    { entries: [good], end: { comment: bytesOf("hi") }, after: bytesOf("!") },
    "bytes_after_archive",
  ],
  [
    "fewer letters than the comment has",
    { entries: [good], end: { commentLength: 9, comment: bytesOf("hi") } },
    "archive_truncated",
  ],
  [
    "an end record in the comment",
    { entries: [good], end: { comment: plain.slice(-22) } },
    "central_directory_invalid",
  ],
  ["a whole archive in the comment", { entries: [good], end: { comment: plain } }, "bytes_before_archive"],
  [
    "a comment that is announced and absent",
    { entries: [good], end: { commentLength: 3 } },
    "archive_truncated",
  ],
  [
    "bytes before it, offsets corrected",
    { entries: [good], before: bytesOf("#!/bin/sh\n") },
    "bytes_before_archive",
  ],
  [
    "bytes before it, offsets not",
    { entries: [good], before: bytesOf("GIF89a"), shiftOffsets: false },
    "bytes_before_archive",
  ],
  ["the marker of a split archive", { entries: [good], before: le(4, 0x08074b50) }, "bytes_before_archive"],
  ["bytes between two entries", [good, { ...other, before: bytesOf("secret") }], "hidden_bytes", "app.js"],
  [
    "an entry that the directory does not name",
    [good, { ...other, hidden: true }, { name: "z", content: "z" }],
    "hidden_bytes",
    "z",
  ],
  ["a last entry that the directory does not name", [good, { ...other, hidden: true }], "hidden_bytes"],
  [
    "bytes before the directory",
    { entries: [good], beforeDirectory: bytesOf("APK Sig Block 42") },
    "hidden_bytes",
  ],
  [
    "bytes after the directory",
    { entries: [good], afterDirectory: bytesOf("data") },
    "central_directory_invalid",
  ],
  [
    "a digital signature after the directory",
    { entries: [good], afterDirectory: concat(le(4, 0x05054b50), le(2, 0)) },
    "central_directory_invalid",
  ],

  // the end record
  ["a part of a split archive", { entries: [good], end: { disk: 1 } }, "multi_disk"],
  ["a directory on another disk", { entries: [good], end: { directoryDisk: 1 } }, "multi_disk"],
  ["counts that disagree", { entries: [good, other], end: { countHere: 1 } }, "multi_disk"],
  [
    "fewer entries than the directory",
    { entries: [good, other], end: { count: 1, countHere: 1 } },
    "central_directory_invalid",
  ],
  [
    "more entries than the directory",
    { entries: [good], end: { count: 2, countHere: 2 } },
    "central_directory_invalid",
  ],
  [
    "a directory that begins too late",
    { entries: [good], end: { directoryAt: centralAt + 5 } },
    "central_directory_invalid",
  ],
  [
    "a directory beyond the file",
    { entries: [good], end: { directoryAt: 0xfffffff0 } },
    "central_directory_invalid",
  ],
  [
    "a directory of another size",
    { entries: [good], end: { directorySize: 40 } },
    "central_directory_invalid",
  ],
  ["a huge directory", { entries: [good], end: { directorySize: 0xfffffff0 } }, "central_directory_invalid"],
  ["ZIP64 by the count", { entries: [good], end: { count: 0xffff, countHere: 0xffff } }, "zip64"],
  ["ZIP64 by the offset", { entries: [good], end: { directoryAt: 0xffffffff } }, "zip64"],
  ["ZIP64 by the size", { entries: [good], end: { directorySize: 0xffffffff } }, "zip64"],
  [
    "a ZIP64 locator before the end",
    { entries: [good], afterDirectory: concat(le(4, 0x07064b50, 0), le(8, 0), le(4, 1)) },
    "zip64",
  ],
  ["501 entries", named(...Array.from({ length: 501 }, (_, i) => `f${i}`)), "too_many_entries"],
  [
    "65,534 entries that are not there",
    { entries: [good], end: { count: 65534, countHere: 65534 } },
    "too_many_entries",
  ],

  // the directory
  [
    "a directory entry without signature",
    [{ ...good, central: { signature: 0x02014b51 } }],
    "central_directory_invalid",
  ],
  [
    "a name that reaches beyond the directory",
    [{ ...good, central: { nameLength: 2000 } }],
    "central_directory_invalid",
  ],
  [
    "an extra field that reaches beyond the directory",
    [{ ...good, central: { extraLength: 2000 } }],
    "central_directory_invalid",
  ],
  ["an entry with a comment", one({ central: { comment: bytesOf("c") } }), "entry_comment", "app.js"],
  ["an entry on another disk", one({ central: { disk: 1 } }), "multi_disk"],
];
