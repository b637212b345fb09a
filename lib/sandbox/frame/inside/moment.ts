/** `gum.share` and `gum.moment`: a state of the app that a person posts, and that others start from. */
import { callHost, HostRefusal } from "@/lib/sandbox/frame/inside/channel";
import { CARD_TEXT_CHARS, HREF_CHARS, MOMENT_STATE_MAX_BYTES } from "@/lib/sandbox/protocol/limits";
import type { StartMessage } from "@/lib/sandbox/protocol/to-frame";

/** As apps pass it; any of it may be wrong. */
export interface MomentDraft {
  text?: unknown;
  state?: unknown;
  href?: unknown;
  image?: Blob | { picture?: Blob; alt?: unknown } | null;
}

/** @throws HostRefusal invalid, too_big, and what the host refuses */
export async function shareMoment({ text, state, href, image }: MomentDraft): Promise<boolean> {
  const json = JSON.stringify(state) as string | undefined;
  if (json === undefined) throw invalid("the state is what JSON can hold.");
  if (new TextEncoder().encode(json).length > MOMENT_STATE_MAX_BYTES)
    throw new HostRefusal("too_big", "gum.share: the state has 256 KB at most, as JSON.");
  const { picture, alt } = image instanceof Blob ? { picture: image, alt: "" } : (image ?? { picture: null });
  if (picture !== null && !(picture instanceof Blob)) throw invalid("image is a Blob, or {picture, alt}.");
  const place = href === undefined || href === null ? null : String(href);
  if (place !== null && place.length > HREF_CHARS)
    throw invalid(`href has ${HREF_CHARS} characters at most.`);
  const params = {
    text: String(text ?? ""),
    state: json,
    href: place,
    image: picture,
    alt: String(alt ?? "").slice(0, CARD_TEXT_CHARS),
  };
  return (await callHost("share", params)) === true;
}

/** What the run starts from. */
export function momentOf({ moment }: StartMessage): { state: unknown; href: string } | null {
  return moment && Object.freeze({ state: JSON.parse(moment.state) as unknown, href: moment.href });
}

function invalid(message: string): HostRefusal {
  return new HostRefusal("invalid", `gum.share: ${message}`);
}
