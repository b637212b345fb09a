import { expect, it } from "vitest";
import { EXPORT_PART_BYTES } from "@/lib/config/export-limits";
import { openArchive } from "@/lib/package/archive";
import { zipStream } from "./zip-stream.server";

it("writes pieces of one size that are one archive", async () => {
  const parts: Uint8Array[] = [];
  const zip = zipStream(async (part) => void parts.push(part));
  const picture = new Uint8Array(EXPORT_PART_BYTES + 1_000).map((_, index) => index * 31);
  await zip.add("media/a.webp", picture);
  await zip.add("data/a.json", new TextEncoder().encode(`"${"日本".repeat(1_000)}"`));
  const bytes = await zip.end();
  expect(parts.map(({ length }) => length)).toEqual([EXPORT_PART_BYTES, bytes - EXPORT_PART_BYTES]);
  const archive = openArchive(new Uint8Array(Buffer.concat(parts)));
  expect(Buffer.compare(archive.read("media/a.webp"), picture)).toBe(0);
  expect(archive.read("data/a.json").length).toBe(6_002);
});
