import { RECORDING_TITLE_MAX_CHARS } from "@/lib/config/limits";
import type { DraftRecording } from "./draft-picture";

/** In pixels, and of JPEG. */
const POSTER_SIDE = 1_280;
const POSTER_QUALITY = 0.85;
const POSTER_AT_SECONDS = 1;
/** A browser that fires no event for this long cannot play the file. */
const LOAD_MS = 20_000;

/** By what the browser believes; the server looks at the bytes. */
export function isRecording(file: Blob): boolean {
  if (/^(video|audio)\//.test(file.type)) return true;
  return (
    !file.type && file instanceof File && /\.(mp4|m4v|mov|webm|mp3|m4a|aac|ogg|opus|wav)$/i.test(file.name)
  );
}

/** The poster of a video, from its first second, or the title of a sound. Null if this browser cannot play the file. */
export async function prepareRecording(file: Blob): Promise<DraftRecording | null> {
  const video = document.createElement("video");
  const src = URL.createObjectURL(file);
  video.muted = true;
  video.playsInline = true;
  video.preload = "auto";
  try {
    video.src = src;
    await settled(video, "loadedmetadata");
    const name = file instanceof File ? file.name.replace(/\.\w+$/, "") : "";
    const title = Array.from(name).slice(0, RECORDING_TITLE_MAX_CHARS).join("");
    if (video.videoWidth === 0) return { kind: "audio", title };
    if (video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) await settled(video, "loadeddata");
    const { duration } = video;
    const sought = settled(video, "seeked");
    video.currentTime = Number.isFinite(duration)
      ? Math.min(POSTER_AT_SECONDS, duration / 2)
      : POSTER_AT_SECONDS;
    await sought;
    const poster = await draw(video);
    return poster && { kind: "video", title: "", poster };
  } catch {
    return null;
  } finally {
    video.removeAttribute("src");
    video.load();
    URL.revokeObjectURL(src);
  }
}

function settled(video: HTMLVideoElement, event: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("It does not load.")), LOAD_MS);
    const end = (settle: () => void) => () => {
      clearTimeout(timer);
      settle();
    };
    video.addEventListener(event, end(resolve), { once: true });
    video.addEventListener(
      "error",
      end(() => reject(new Error("It cannot be played."))),
      { once: true },
    );
  });
}

function draw(video: HTMLVideoElement): Promise<Blob | null> {
  const scale = Math.min(1, POSTER_SIDE / Math.max(video.videoWidth, video.videoHeight));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(video.videoWidth * scale));
  canvas.height = Math.max(1, Math.round(video.videoHeight * scale));
  canvas.getContext("2d")?.drawImage(video, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", POSTER_QUALITY));
}
