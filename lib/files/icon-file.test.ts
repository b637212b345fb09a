import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { encodeImage } from "./image-encoder";
import { isIconFile, largestOfIcon } from "./icon-file";

type Picture = { width: number; bits: number; bytes: Buffer };

function icon(...pictures: Picture[]): Buffer {
  const head = Buffer.alloc(6 + 16 * pictures.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(pictures.length, 4);
  let at = head.length;
  pictures.forEach(({ width, bits, bytes }, index) => {
    const entry = 6 + 16 * index;
    head.writeUInt8(width % 256, entry);
    head.writeUInt8(width % 256, entry + 1);
    head.writeUInt16LE(bits, entry + 6);
    head.writeUInt32LE(bytes.length, entry + 8);
    head.writeUInt32LE(at, entry + 12);
    at += bytes.length;
  });
  return Buffer.concat([head, ...pictures.map(({ bytes }) => bytes)]);
}

function bitmap({
  width,
  bits,
  rows,
  palette = [],
}: {
  width: number;
  bits: number;
  rows: number[][];
  palette?: number[][];
}) {
  const head = Buffer.alloc(40);
  head.writeUInt32LE(40, 0);
  head.writeInt32LE(width, 4);
  head.writeInt32LE(rows.length, 8);
  head.writeUInt16LE(1, 12);
  head.writeUInt16LE(bits, 14);
  return Buffer.concat([
    head,
    ...palette.map((colour) => Buffer.from(colour)),
    ...rows.map((row) => Buffer.from(row)),
  ]);
}

const RED = [255, 0, 0, 255];
const BLUE = [0, 0, 255, 255];
const NONE = [0, 0, 255, 0];
const target = { width: 64, height: 64, fit: "inside" } as const;

async function pixelsOf(file: Buffer): Promise<number[]> {
  const { bytes } = await encodeImage(file, target);
  return [...(await sharp(bytes).ensureAlpha().raw().toBuffer())];
}

describe("icons", () => {
  it("with bitmaps of 32, 24, 8, 4 and 1 bits, bottom row first, with a mask", () => {
    const mask = [0, 0, 0, 0];
    const cut = [0b0100_0000, 0, 0, 0];
    const palette = [
      [0, 0, 255, 0],
      [255, 0, 0, 0],
    ];
    const expected = Buffer.from([RED, BLUE, RED, NONE].flat());
    const of = (bits: number, bytes: Buffer) => largestOfIcon(icon({ width: 2, bits, bytes }));
    const wide = [
      [0, 0, 255, 255, 255, 0, 0, 0],
      [0, 0, 255, 255, 255, 0, 0, 255],
    ];
    expect(of(32, bitmap({ width: 2, bits: 32, rows: [...wide, cut, mask] }))).toEqual({
      pixels: expected,
      side: [2, 2],
    });
    const rgb = [
      [0, 0, 255, 255, 0, 0, 0, 0],
      [0, 0, 255, 255, 0, 0, 0, 0],
    ];
    expect(of(24, bitmap({ width: 2, bits: 24, rows: [...rgb, cut, mask] }))).toEqual({
      pixels: expected,
      side: [2, 2],
    });
    for (const [bits, row] of [
      [8, [0, 1, 0, 0]],
      [4, [0x01, 0, 0, 0]],
      [1, [0b0100_0000, 0, 0, 0]],
    ] as const) {
      const colours = Array.from({ length: 2 ** bits }, (_, at) => palette[at] ?? [0, 0, 0, 0]);
      const bytes = bitmap({ width: 2, bits, rows: [[...row], [...row], cut, mask], palette: colours });
      expect(of(bits, bytes), String(bits)).toEqual({ pixels: expected, side: [2, 2] });
    }
  });

  it("the largest picture becomes ours, also one that is a PNG", async () => {
    const png = await sharp({ create: { width: 48, height: 48, channels: 3, background: "#00ff00" } })
      .png()
      .toBuffer();
    const small = bitmap({
      width: 1,
      bits: 32,
      rows: [
        [0, 0, 255, 255],
        [0, 0, 0, 0],
      ],
    });
    const file = icon({ width: 1, bits: 32, bytes: small }, { width: 48, bits: 32, bytes: png });
    expect(isIconFile(file)).toBe(true);
    const made = await encodeImage(file, target);
    expect([made.width, made.height]).toEqual([48, 48]);
    const [r, g, b] = await pixelsOf(file);
    expect([r! < 8, g! > 247, b! < 8]).toEqual([true, true, true]);
  });

  it("whatever is no icon is refused with a word", async () => {
    const good = icon({
      width: 2,
      bits: 32,
      bytes: bitmap({
        width: 2,
        bits: 32,
        rows: [
          [1, 2, 3, 4, 5, 6, 7, 8],
          [0, 0, 0, 0],
        ],
      }),
    });
    const lies = [
      icon(),
      ...Array.from({ length: good.length - 7 }, (_, cut) => good.subarray(0, cut + 7)).filter(
        (each) => each.length < 70,
      ),
      icon({ width: 2, bits: 32, bytes: bitmap({ width: 100_000, bits: 32, rows: [[0], [0]] }) }),
      icon({ width: 2, bits: 32, bytes: bitmap({ width: -2, bits: 32, rows: [[0], [0]] }) }),
      icon({
        width: 2,
        bits: 16,
        bytes: bitmap({
          width: 2,
          bits: 16,
          rows: [
            [0, 0, 0, 0],
            [0, 0, 0, 0],
          ],
        }),
      }),
      icon({
        width: 2,
        bits: 32,
        bytes: Buffer.from("not a picture at all, and longer than a header of forty bytes"),
      }),
    ];
    for (const lie of lies)
      await expect(encodeImage(lie, target)).rejects.toMatchObject({ code: "invalid_image" });
  });
});
