import { NOTICE_GRAPHEMES, NOTICES_PER_HOUR } from "@/lib/config/limits";
import type { LocalPicture } from "@/lib/rooms/local-card.client";
import type { RoomRefusal } from "@/lib/rooms/refusal";
import { CardSender, TryLater } from "@/lib/sandbox/host/card-sender";
import { CallRefused, noRoom, type HostServices } from "@/lib/sandbox/host/host-calls";
import { fragmentOf } from "@/lib/shared/run-key";
import { clipGraphemes } from "@/lib/shared/visible-text";
import { visibleLine } from "@/lib/shared/hidden-characters";
import type { AppTrial } from "./app-frame-types";
import { bodyOf, type AppCard } from "./room-card";

/** As on the server. */
const PICTURE_MAX_PIXELS = 4_000_000;

/**
 * `gum.notify`, `gum.card` and `gum.fetch` of an app that is tried out: what they would show, the room of the trial keeps,
 * and the network of the trial answers.
 */
export function trialServices({ room, person, isShared, network }: AppTrial): {
  services: Pick<HostServices, "notify" | "card" | "egress" | "permissions">;
  close: () => void;
} {
  person.forgetNotices();
  const sender = new CardSender<AppCard | null>(async (card) => {
    if (!person.isOnline) throw new TryLater(null);
    if (!card) return refusing(() => room.removeCard(person));
    const { putCardSchema } = await import("@/lib/rooms/card-contract");
    const { error, data } = putCardSchema.safeParse(await bodyOf(card));
    if (!data)
      throw new CallRefused("validation_error", error.issues[0]?.message ?? "The card is not valid.");
    const { image, ...rest } = data;
    const picture = card.image && image ? await pictureOf(card.image, image.data) : null;
    refusing(() => room.putCard(person, { ...rest, alt: image?.alt ?? "", picture }));
  });
  return {
    services: {
      egress: network.send,
      permissions: network.permissions,
      notify: async ({ text, href }) => {
        const line = clipGraphemes(visibleLine(text), NOTICE_GRAPHEMES);
        if (line === "") throw new CallRefused("invalid", "A notification has a text.");
        if (!person.notify(line, fragmentOf(href), "app"))
          throw new CallRefused("too_many", `At most ${NOTICES_PER_HOUR} notifications an hour are shown.`);
      },
      card: (card: AppCard | null) => (isShared ? sender.set(card) : Promise.reject(noRoom())),
    },
    close: () => sender.close(),
  };
}

/** @throws CallRefused if the room refuses the call */
function refusing(change: () => void): void {
  try {
    change();
  } catch (refusal) {
    const { code, message } = refusal as RoomRefusal;
    throw new CallRefused(code, message);
  }
}

/** @param data base64 @throws CallRefused invalid_image */
async function pictureOf(file: Blob, data: string): Promise<LocalPicture> {
  const decoded = await createImageBitmap(file).catch(() => null);
  if (!decoded || decoded.width * decoded.height > PICTURE_MAX_PIXELS)
    throw new CallRefused("invalid_image", "This picture cannot be used.");
  const { width, height } = decoded;
  decoded.close();
  // Browsers find out the format themselves.
  return { url: `data:image/png;base64,${data}`, width, height };
}
