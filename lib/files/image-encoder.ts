import "server-only";
import sharp from "sharp";
import { AppError } from "@/lib/shared/errors";

/**
 * Trust model. Outside: whoever uploads a picture. They control every byte: type, size, metadata, and may aim at the
 * decoder. So: the type is what the bytes say, only four raster formats are opened, pixels are bounded before
 * decoding, and what is stored is our own encoding, without metadata (no EXIF location).
 */
const INPUT_FORMATS = new Set(["jpeg", "png", "webp", "gif"]);
/** A 40-megapixel picture decodes to 160 MB; larger ones are refused as bombs. */
const MAX_PIXELS = 40_000_000;

export type EncodedImage = {
  bytes: Uint8Array;
  type: "image/webp";
  extension: "webp";
  width: number;
  height: number;
};

export type ImageTarget = {
  /** The picture is made no larger than this, in pixels. */
  width: number;
  height: number;
  /** `inside` keeps the whole picture, `cover` fills the frame and cuts the rest. */
  fit: "inside" | "cover";
};

/**
 * Decodes a picture and encodes it anew as WebP, turned upright, without metadata.
 * @throws AppError invalid_image
 */
export async function encodeImage(bytes: Uint8Array, target: ImageTarget): Promise<EncodedImage> {
  try {
    const input = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: "error", animated: false });
    const { format } = await input.metadata();
    if (!format || !INPUT_FORMATS.has(format))
      throw unusable("Only JPEG, PNG, WebP and GIF pictures are accepted.");
    const { data, info } = await input
      .rotate()
      .resize({
        width: target.width,
        height: target.height,
        fit: target.fit,
        withoutEnlargement: target.fit === "inside",
      })
      .webp({ quality: 84, effort: 3 })
      .toBuffer({ resolveWithObject: true });
    return { bytes: data, type: "image/webp", extension: "webp", width: info.width, height: info.height };
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw unusable("This picture cannot be read: it is damaged, too large, or not a picture.", error);
  }
}

/** A tiny data: URL to show, blurred, while the picture loads. */
export async function imagePreview(bytes: Uint8Array): Promise<string> {
  const tiny = await sharp(bytes).resize(16, 16, { fit: "inside" }).webp({ quality: 30 }).toBuffer();
  return `data:image/webp;base64,${tiny.toString("base64")}`;
}

function unusable(message: string, cause?: unknown): AppError {
  return new AppError("invalid_image", { message, cause });
}

/** A picture that we drew ourselves, as WebP. Never for SVG of others: librsvg may fetch what it names. */
export async function rasterize(svg: string, target: ImageTarget): Promise<Uint8Array> {
  const { width, height, fit } = target;
  return sharp(Buffer.from(svg)).resize({ width, height, fit }).webp({ quality: 90 }).toBuffer();
}
