import "server-only";
import { AppError } from "@/lib/shared/errors";
import { NotARecording, type Recording } from "./recording-format";
import { cleanMp4 } from "./recording-mp4";
import { cleanOgg } from "./recording-ogg";
import { cleanAac, cleanMp3, cleanWav } from "./recording-sound";
import { cleanWebm } from "./recording-webm";

/**
 * Trust model. Untrusted: whoever uploads a video or a sound recording. They control every byte. Nothing is decoded or
 * transcoded here: the bytes decide the format, the structure is walked with every length checked and the number of steps
 * limited, and only formats and codecs that browsers play are taken. Other people's browsers decode what is in it.
 *
 * What a file says about its maker is taken out, not refused, because phones write it into every video: place
 * (`udta`, `©xyz`), date, device, names, comments, cover pictures, chapters, attachments, further tracks such
 * as positions, and in MP4 also media data that no kept track refers to. Fragmented MP4 with further tracks
 * is refused, because their data cannot be distinguished. What encoders write into the picture or sound data
 * itself stays, such as their name.
 */
const FORMATS = [cleanMp4, cleanWebm, cleanOgg, cleanWav, cleanMp3, cleanAac];

/**
 * Recognises a recording by its bytes, and removes what it says about its maker. Changes `bytes`.
 * @throws AppError invalid_recording
 */
export function cleanRecording(bytes: Uint8Array): Recording {
  try {
    for (const clean of FORMATS) {
      const found = clean(bytes);
      if (found) return found;
    }
  } catch (error) {
    if (!(error instanceof NotARecording) && !(error instanceof RangeError)) throw error;
    const reason = error instanceof NotARecording && error.message ? ` ${error.message}` : "";
    throw new AppError("invalid_recording", {
      message: `This file cannot be used: it is damaged, or not what browsers play.${reason}`,
      cause: error,
    });
  }
  throw new AppError("invalid_recording");
}
