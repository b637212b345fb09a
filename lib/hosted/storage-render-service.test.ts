import sharp from "sharp";
import { expect, it } from "vitest";
import { AppError } from "@/lib/shared/errors";
import { renderPicture } from "./storage-render-service";

const transform = { width: 30, height: undefined, quality: 80, resize: "cover", format: undefined } as const;

const object = (version: string, type: string, bytes: Uint8Array) => ({
  bucket: "files" as const,
  id: version,
  path: `me/${version}`,
  version,
  type,
  bytes: bytes.byteLength,
  createdAt: null,
  updatedAt: null,
  isPicture: false,
  read: () => Promise.resolve(new Uint8Array(bytes)),
  stream: null,
});

it("a picture is one by its bytes: clients that upload some call them text unless they set another type", async () => {
  const bytes = await sharp({ create: { width: 60, height: 40, channels: 3, background: "#a26" } })
    .png()
    .toBuffer();
  const render = (version: string, type: string, content: Uint8Array) =>
    renderPicture({ object: object(version, type, content), transform, sender: "me" });
  for (const type of ["image/png", "text/plain;charset=UTF-8"]) {
    const { width, height, format } = await sharp(await render(`picture ${type}`, type, bytes)).metadata();
    expect([width, height, format]).toEqual([30, 20, "webp"]);
  }
  for (const type of ["image/png", "text/plain"])
    await expect(render(`text ${type}`, type, Buffer.from("plums"))).rejects.toThrow(AppError);
});
