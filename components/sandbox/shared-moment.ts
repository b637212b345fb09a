/** A moment that an app shares, as a post sends it. */
import type { SharedMoment } from "@/lib/posts/draft-storage";
import { CARD_PICTURE_MAX_BYTES } from "@/lib/config/limits";
import { CallRefused, type HostServices } from "@/lib/sandbox/host/host-calls";
import { smallPicture } from "./small-picture";

export type AppMoment = Parameters<NonNullable<HostServices["share"]>>[0];

/** @throws CallRefused invalid */
export async function sharedMoment({ state, href, image, alt }: AppMoment): Promise<SharedMoment> {
  // The frame has made it, unless the app speaks to the host by itself.
  if (!isJson(state)) throw new CallRefused("invalid", "The state is not JSON.");
  return {
    state,
    href,
    image: image && { data: await base64Of(await smallPicture(image, CARD_PICTURE_MAX_BYTES)), alt },
  };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

export function base64Of(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).split(",")[1] ?? "");
    reader.onerror = () => reject(new CallRefused("invalid", "The picture cannot be read."));
    reader.readAsDataURL(file);
  });
}
