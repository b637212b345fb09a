import "server-only";
import sharp from "sharp";
import { AppError } from "@/lib/shared/errors";
import { decodeInTurn } from "./decoding-turns";
import { isIconFile, largestOfIcon } from "./icon-file";
import { isImageBomb } from "./image-bombs";

/**
 * Trust model. Untrusted: whoever uploads a picture. They control every byte and may attack the decoder. So
 * the type is detected from the bytes, only four raster formats and icons are opened, the pixel count and the size of
 * the data are checked before decoding, and what is stored is our own encoding without metadata (no EXIF
 * location).
 */
const INPUT_FORMATS = new Set(["jpeg", "png", "webp", "gif"]);
/** They decode to 160 MB, or 320 MB with 16 bits a channel; larger pictures are refused as decompression bombs. */
const MAX_PIXELS = 40_000_000;

const UNREADABLE = "This picture cannot be read: it is damaged, too large, or not a picture.";

type EncodedImage = {
  bytes: Uint8Array;
  type: "image/webp";
  extension: "webp";
  width: number;
  height: number;
};

export type ImageTarget = {
  /** Maximum size in pixels; one of the two may be left out. */
  width?: number | undefined;
  height?: number | undefined;
  /** `inside` keeps the whole picture, `cover` crops it, `fill` stretches it. */
  fit: "inside" | "cover" | "fill";
  /** Whether a smaller picture becomes larger; by default only where it is cropped or stretched. */
  enlarge?: boolean;
  /** The encoder's quality, 1 to 100. */
  quality?: number | undefined;
  /** Of the picture that is read; MAX_PIXELS by default. */
  maxPixels?: number;
};

/**
 * Re-encodes a picture as WebP: rotated upright, without metadata. In the request, because its response says whether the
 * picture is accepted.
 * @throws AppError invalid_image
 */
export async function encodeImage(picture: Uint8Array, target: ImageTarget): Promise<EncodedImage> {
  const bytes = isIconFile(picture) ? await pngOfIcon(picture) : picture;
  if (await isImageBomb(bytes)) throw unusable(UNREADABLE);
  try {
    const input = sharp(bytes, {
      limitInputPixels: target.maxPixels ?? MAX_PIXELS,
      failOn: "error",
      animated: false,
    });
    const { format, width, height, channels, depth } = await input.metadata();
    if (!format || !INPUT_FORMATS.has(format))
      throw unusable("Only JPEG, PNG, WebP, GIF and ICO pictures are accepted.");
    const decoded = width * height * channels * (depth === "uchar" ? 1 : 2);
    const { data, info } = await decodeInTurn(decoded, () =>
      input
        .rotate()
        .resize({
          width: target.width,
          height: target.height,
          fit: target.fit,
          withoutEnlargement: !(target.enlarge ?? target.fit !== "inside"),
        })
        .webp({ quality: target.quality ?? 84, effort: 3 })
        .toBuffer({ resolveWithObject: true }),
    );
    return { bytes: data, type: "image/webp", extension: "webp", width: info.width, height: info.height };
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw unusable(UNREADABLE, error);
  }
}

/** @throws AppError invalid_image */
async function pngOfIcon(icon: Uint8Array): Promise<Uint8Array> {
  const found = largestOfIcon(icon);
  if (!found) throw unusable(UNREADABLE);
  if ("png" in found) return found.png;
  const [width, height] = found.side;
  return sharp(found.pixels, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer();
}

/** A tiny data: URL, the blurred placeholder while the picture loads. */
export async function imagePreview(bytes: Uint8Array): Promise<string> {
  const tiny = await sharp(bytes).resize(16, 16, { fit: "inside" }).webp({ quality: 30 }).toBuffer();
  return `data:image/webp;base64,${tiny.toString("base64")}`;
}

function unusable(message: string, cause?: unknown): AppError {
  return new AppError("invalid_image", { message, cause });
}

/** Renders our own SVG as WebP. Never for untrusted SVG: librsvg may fetch its references. */
export async function rasterize(svg: string, target: ImageTarget): Promise<Uint8Array> {
  const { width, height, fit } = target;
  return sharp(Buffer.from(svg)).resize({ width, height, fit }).webp({ quality: 90 }).toBuffer();
}
