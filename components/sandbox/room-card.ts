import { api, ApiError } from "@/lib/browser/api";
import { SENDER_HEADER } from "@/lib/outbox/rules";
import type { PutCardInput } from "@/lib/rooms/card-contract";
import { base64Of } from "./shared-moment";
import { smallPicture } from "./small-picture";
import { CardSender, TryLater } from "@/lib/sandbox/host/card-sender";
import { CallRefused, noRoom, type HostServices } from "@/lib/sandbox/host/host-calls";

type ShowCard = NonNullable<HostServices["card"]>;
export type AppCard = NonNullable<Parameters<ShowCard>[0]>;

/** The room of a run. */
type CardRoom = {
  id: string;
  /** Who is in it; the card is sent as theirs and nobody else's. */
  userId: string | null;
};

/** Statuses that say nothing about the card: no answer, another card at the same moment, too many, our fault. */
const PASSING = (status: number) => status === 0 || status === 409 || status === 429 || status >= 500;

/** All keepalive requests of a page share 64 KB; the app's last save may need the rest. */
const KEEPALIVE_PICTURE_CHARS = 30_000;
const KEEPALIVE_PICTURE_BYTES = (KEEPALIVE_PICTURE_CHARS / 4) * 3;

/**
 * `gum.card` of one run.
 * @param room null while the app runs without one
 */
export function roomCard(room: () => CardRoom | null): {
  show: ShowCard;
  close: () => void;
} {
  const sender = new CardSender<PutCardInput | null>(async (body, signal) => {
    const at = room();
    if (!at) throw noRoom();
    const headers = at.userId ? { [SENDER_HEADER]: at.userId } : undefined;
    const keepalive = (body?.image?.data.length ?? 0) <= KEEPALIVE_PICTURE_CHARS;
    try {
      await api(
        `/rooms/${at.id}/card`,
        body
          ? { method: "PUT", body, headers, keepalive, signal }
          : { method: "DELETE", headers, keepalive, signal },
      );
    } catch (error) {
      if (!(error instanceof ApiError) || PASSING(error.status))
        throw new TryLater(error instanceof ApiError && error.retryAfter ? error.retryAfter * 1_000 : null);
      throw new CallRefused(error.code, error.message);
    }
  });
  let shown = 0;
  let sent = 0;
  let encoding: AppCard | null = null;
  /** An unloading page does not wait for a picture: its card goes without. */
  const onPageHide = (): void => {
    if (encoding) void sender.set(textOf(encoding)).catch(() => {});
    sender.hurry();
  };
  addEventListener("pagehide", onPageHide);
  /** Encodes the picture now: an unloading page does not wait. */
  const show = async (card: AppCard | null): Promise<void> => {
    if (!room()) throw noRoom();
    const turn = ++shown;
    encoding = card;
    const body =
      card &&
      (await bodyOf(card).finally(() => {
        if (turn === shown) encoding = null;
      }));
    if (turn < sent) return;
    sent = turn;
    await sender.set(body);
  };
  return {
    show,
    close: () => {
      removeEventListener("pagehide", onPageHide);
      sender.close();
    },
  };
}

/** The card as the API takes it. */
export async function bodyOf(card: AppCard): Promise<PutCardInput> {
  const data = card.image && (await base64Of(await lightPicture(card.image)));
  return { ...textOf(card), image: data === null ? null : { data, alt: card.alt } };
}

function textOf({ image: _image, alt: _alt, serial, ...card }: AppCard): PutCardInput {
  return { ...card, serial: serial ?? undefined, image: null };
}

/** A larger picture would be lost with a page that is closed before it is sent. */
async function lightPicture(image: Blob): Promise<Blob> {
  if (image.size <= KEEPALIVE_PICTURE_BYTES) return image;
  // What cannot be read is the server's to refuse.
  const small = await smallPicture(image, KEEPALIVE_PICTURE_BYTES).catch(() => null);
  return small?.type === "image/webp" ? small : image;
}
