import "server-only";
import { CARD_PICTURE_MAX_BYTES } from "@/lib/config/limits";
import { AppError } from "@/lib/shared/errors";
import { encodeImage } from "./image-encoder";

/** In pixels; the first that fits is taken. */
const SIDES = [800, 560, 400, 280];
/** A picture of 64 KB can have far more than it can show. */
const MAX_PIXELS = 4_000_000;

type SmallPicture = { bytes: Uint8Array<ArrayBuffer>; width: number; height: number };

/**
 * Re-encodes a picture that an app has made, to be kept in a row of the database.
 * @throws AppError payload_too_large, invalid_image
 */
export async function encodeSmallPicture(bytes: Uint8Array): Promise<SmallPicture> {
  if (bytes.byteLength > CARD_PICTURE_MAX_BYTES) throw new AppError("payload_too_large");
  for (const side of SIDES) {
    const target = { width: side, height: side, fit: "inside", maxPixels: MAX_PIXELS } as const;
    const { bytes: encoded, width, height } = await encodeImage(bytes, target);
    if (encoded.byteLength <= CARD_PICTURE_MAX_BYTES)
      return { bytes: new Uint8Array(encoded), width, height };
  }
  throw new AppError("invalid_image");
}
