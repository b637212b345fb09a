import { deflateRawSync } from "node:zlib";
import { crc32 } from "@/lib/package/crc32";
import { bytesOf, concat, extraField, le, type Built, type BuiltEntry } from "../zip-builder";
import { character, good, named, one, other } from "./case";

const folder: BuiltEntry = { name: "assets/", method: 0, attributes: 0o040755 * 0x10000 + 0x10 };
const times = extraField(0x5455, le(1, 3), le(4, 1, 2));
const otherBytes = bytesOf(other.content!);
const otherSizes = {
  crc: crc32(otherBytes),
  packedSize: deflateRawSync(otherBytes).length,
  size: otherBytes.length,
};
const owner = extraField(0x7875, le(1, 1, 4), le(4, 0), le(1, 4), le(4, 0));
/** Every archive that must open: what is unusual about it. */
export const SOUND_ARCHIVES: [what: string, archive: Built | BuiltEntry[]][] = [
  ["Deflate", [good, other]],
  ["Store", one({ method: 0 })],
  ["an empty file, stored", one({ method: 0, content: "" })],
  ["an empty file, deflated", one({ content: "" })],
  ["folders", [folder, good, { name: "assets/a.js", content: "x" }]],
  ["a folder after what lies in it", [good, { name: "assets/a.js", content: "x" }, folder]],
  ["a folder without attributes", [good, { name: "d/", method: 0 }]],
  ["a folder with an empty deflate stream (Java)", [good, { name: "d/", content: "" }]],
  [
    "Info-ZIP's times and owner",
    one({
      extra: concat(times, owner),
      central: { extra: concat(extraField(0x5455, le(1, 1), le(4, 1)), owner) },
    }),
  ],
  [
    "7-Zip's NTFS times",
    one({ central: { extra: extraField(0x000a, le(4, 0), le(2, 1, 24), le(8, 1, 2, 3)) } }),
  ],
  ["a Java archive's mark", one({ extra: extraField(0xcafe) })],
  [
    "the name repeated in UTF-8",
    one({ extra: extraField(0x7075, le(1, 1), le(4, crc32(bytesOf("app.js"))), "app.js") }),
  ],
  ["a signed record after the data (macOS)", one({ descriptor: "signed" })],
  ["an unsigned record after the data", one({ descriptor: "bare" })],
  ["a record after stored data", one({ method: 0, descriptor: "signed" })],
  ["a record after the data and sizes before them", one({ descriptor: "signed", local: otherSizes })],
  [
    "a checksum after the data, sizes before them (CMake)",
    one({ descriptor: "signed", local: { ...otherSizes, crc: 0 } }),
  ],
  ["a short comment (GitHub)", { entries: [good], end: { comment: bytesOf("0123456789abcdef") } }],
  ["version 1.0", one({ method: 0, local: { versionNeeded: 10 }, central: { versionNeeded: 10 } })],
  ["deflate effort flags", one({ flags: 6 })],
  ["UTF-8 with flag 11", [good, { name: "絵/花.png", content: "x" }]],
  ["UTF-8 without flag 11 (macOS)", [good, { name: "絵/花.png", content: "x", flags: 0 }]],
  ["an emoji", [good, { name: `❤${character(0xfe0f)}.png`, content: "x" }]],
  [
    "names that only look special",
    named(".hidden", "..a", "a..b", "con1.js", "console.js", "com.js", "a b.js", "a%2e%2e", "x#1"),
  ],
  ["the directory in another order", { entries: [good, other], directoryOrder: [1, 0] }],
];
