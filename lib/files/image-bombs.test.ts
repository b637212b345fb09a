import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { cpuMillisecondsOf } from "@/tests/support/cpu-time";
import { crc32 } from "@/lib/package/crc32";
import { isImageBomb } from "./image-bombs";
import { encodeImage } from "./image-encoder";

const MB = 1024 * 1024;
const uint32 = (value: number, order: "BE" | "LE") => {
  const bytes = Buffer.alloc(4);
  bytes[`writeUInt32${order}`](value);
  return bytes;
};
const chunk = (type: string, data: Uint8Array) => {
  const body = Buffer.concat([Buffer.from(type), data]);
  return Buffer.concat([uint32(data.length, "BE"), body, uint32(crc32(body), "BE")]);
};
function png(size: number, interlaced: boolean, ...chunks: Buffer[]) {
  const facts = Buffer.from([8, 2, 0, 0, interlaced ? 1 : 0]);
  const header = chunk("IHDR", Buffer.concat([uint32(size, "BE"), uint32(size, "BE"), facts]));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, header, ...chunks, chunk("IEND", Buffer.alloc(0))]);
}
const webpChunk = (type: string, data: Uint8Array) =>
  Buffer.concat([Buffer.from(type), uint32(data.length, "LE"), data, Buffer.alloc(data.length & 1)]);
const riff = (chunks: Buffer) =>
  Buffer.concat([Buffer.from("RIFF"), uint32(chunks.length + 4, "LE"), Buffer.from("WEBP"), chunks]);

const zeros = deflateSync(Buffer.alloc(200 * MB));
const black = deflateSync(Buffer.alloc(10 * 31));
const text = chunk("zTXt", Buffer.concat([Buffer.from("a\0\0"), deflateSync(Buffer.from("a text"))]));
const frame = webpChunk("ANMF", Buffer.alloc(26));
const target = { width: 100, height: 100, fit: "inside" } as const;

describe("pictures that are small by their header only", () => {
  it.each<[string, Buffer]>([
    ["a PNG with too much image data", png(10, false, chunk("IDAT", zeros))],
    [
      "an interlaced one",
      png(10, true, chunk("IDAT", zeros.subarray(0, 100_000)), chunk("IDAT", zeros.subarray(100_000))),
    ],
    [
      "a PNG with many compressed texts",
      png(10, false, ...Array<Buffer>(65).fill(text), chunk("IDAT", black)),
    ],
    ["a WebP with many frames", riff(Buffer.concat(Array<Buffer>(100_000).fill(frame)))],
  ])("%s is refused at once", async (_name, bytes) => {
    const work = () => expect(encodeImage(bytes, target)).rejects.toMatchObject({ code: "invalid_image" });
    expect(await cpuMillisecondsOf(work)).toBeLessThan(1_000);
  });

  it("does not mistake ordinary ones", async () => {
    expect(await encodeImage(png(10, false, text, chunk("IDAT", black)), target)).toMatchObject({
      width: 10,
    });
    const picture = sharp({ create: { width: 301, height: 203, channels: 4, background: "#abcdef80" } });
    for (const made of [
      picture.clone().png(),
      picture.clone().png({ progressive: true }),
      picture.clone().png({ palette: true, colours: 4 }),
      picture.clone().webp(),
    ])
      expect(await isImageBomb(await made.toBuffer())).toBe(false);
  });

  it("leaves the damaged ones to the decoder", async () => {
    const broken = png(10, false, chunk("IDAT", zeros.subarray(0, 1)));
    for (const bytes of [broken, broken.subarray(0, 20), Buffer.from("RIFF")])
      await expect(encodeImage(bytes, target)).rejects.toMatchObject({ code: "invalid_image" });
  });
});
