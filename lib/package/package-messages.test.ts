import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { byteSize } from "@/lib/shared/byte-size";
import { packageMessage, REFUSALS, WARNINGS } from "./package-messages";

const table: Record<string, string> = { ...REFUSALS, ...WARNINGS };
const places = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, place]) => place).sort();

function catalogue(language: string): Record<string, string> {
  const file = path.resolve(import.meta.dirname, `../i18n/messages/${language}/package.json`);
  return JSON.parse(readFileSync(file, "utf8")) as Record<string, string>;
}

describe("the messages about packages", () => {
  it("stand in the English catalogue word for word", () => {
    expect(catalogue("en")).toEqual(table);
  });

  it("stand in the Japanese catalogue with the same places", () => {
    const japanese = catalogue("ja");
    expect(Object.keys(japanese).sort()).toEqual(Object.keys(table).sort());
    for (const [code, text] of Object.entries(japanese))
      expect([code, places(text)]).toEqual([code, places(table[code]!)]);
  });

  it("are texts that a catalogue takes as they are", () => {
    for (const [code, text] of Object.entries(table)) {
      expect(code).toMatch(/^[a-z0-9]+(?:_[a-z0-9]+)*$/);
      expect(text).not.toMatch(/['<>#]/);
    }
  });

  it("fill their places, and only with what belongs there", () => {
    expect(packageMessage("entry_file_missing", { file: "{other} $&" })).toBe(
      "Entry file not found: {other} $&",
    );
    expect(packageMessage("crc_mismatch", {})).toBe("{entry}: its checksum (CRC-32) is wrong.");
  });

  it("group the digits of counts, and only of counts", () => {
    expect(packageMessage("too_many_entries", { count: 12_345, limit: 2_000 })).toBe(
      "The archive has 12,345 entries; the limit is 2,000.",
    );
    expect(packageMessage("entry_file_missing", { file: "2048" })).toBe("Entry file not found: 2048");
  });

  it("round sizes up", () => {
    expect([0, 17, 1024, 1537, 10 * 2 ** 20, 10 * 2 ** 20 + 1].map(byteSize)).toEqual([
      "0 bytes",
      "17 bytes",
      "1 KB",
      "1.51 KB",
      "10 MB",
      "10.01 MB",
    ]);
  });
});
