import "server-only";
import { createHash } from "node:crypto";
import { inTransaction, type Db } from "@/lib/db/client";
import { encodeSmallPicture } from "@/lib/files/small-picture";
import { consumeLimit } from "@/lib/infra/rate-limiter";
import { recordRoomAction } from "@/lib/moderation/room-decision-service";
import { requireUnlimited } from "@/lib/moderation/standing-service";
import { publish } from "@/lib/notifications/notify-service";
import { getPost } from "@/lib/posts/service";
import { AppError } from "@/lib/shared/errors";
import { addressOf, getOwnRoomOrThrow, getRoomOrThrow, listIdsAt, type InRoom } from "./access-service";
import type { PutCard } from "./card-contract";
import { pictureVersion, presentPostRoom } from "./card-presenter";
import {
  clearCard,
  findCard,
  findCardNews,
  findCardPicture,
  isCardHeld,
  setCardHidden,
  upsertCard,
  type StoredCard,
} from "./card-repository";
import { isEmptyCard, type CardContent } from "./card-rules";
import { cardOfUpdate, hasShellWords } from "./card-words";
import { findRoomAccess, lockRoom } from "./repository";
import type { RoomUpdateContent } from "./contract";

/**
 * Trust model. Untrusted: every member and the app that acts for them; what a card says may be anything,
 * within the contract. What must hold: only who may send updates sets a card, only those who may see the post
 * and the app see it, it names only people who share their profile with the app, and the post's author can
 * take it away.
 */

/**
 * Sets the card of a room. The same card again changes nothing, because each member's copy of the app sends it.
 * @throws AppError account_limited, validation_error, invalid_image, not_found, not_in_room, room_closed, rate_limited
 */
export async function putCard({
  viewer,
  roomId,
  card: { image, people: addresses, serial, title, lines, bars },
}: InRoom & { card: PutCard }): Promise<{ version: number }> {
  await getRoomOrThrow({ viewer, roomId }, "write");
  await consumeLimit("roomCardPerson", viewer.id);
  const content = { title, lines, bars, alt: image?.alt ?? "" };
  if (hasShellWords(content))
    throw new AppError("validation_error", { message: "A card does not speak for Gum." });
  const bytes = image ? Buffer.from(image.data, "base64") : null;
  const hash = bytes && createHash("sha256").update(bytes).digest("hex");
  const known = await findCard(roomId);
  const shown = known?.people.map((id) => addressOf(id, roomId));
  if (known && serial !== undefined && serial < newestSerial(known)) return { version: known.version };
  if (known && isSameCard(known, { content, pictureHash: hash }) && isSame(shown, addresses))
    return { version: known.version };
  await requireUnlimited(viewer);
  // The member's own limit first, so that one who floods does not exhaust the room's.
  await consumeLimit("roomCardMember", `${roomId}:${viewer.id}`);
  await consumeLimit("roomCard", roomId);
  // People who were removed are counted, not named.
  const people = addresses.length > 0 ? await listIdsAt(roomId, addresses) : [];
  const picture = !bytes
    ? null
    : hash === known?.pictureHash
      ? "kept"
      : { ...(await encodeSmallPicture(bytes)), hash: hash! };
  const version = await inTransaction(async (tx) => {
    const room = await lockRoom(roomId, tx);
    if (!room) throw new AppError("not_found");
    if (room.closedAt) throw new AppError("room_closed");
    if (serial !== undefined && serial > room.head)
      throw new AppError("validation_error", { message: "No update has this serial." });
    const current = await findCard(roomId, tx);
    const newest = newestSerial(current);
    if (serial !== undefined && serial < newest) return null;
    // Somebody else set a card with another picture in the meantime.
    if (picture === "kept" && current?.pictureHash !== hash) throw new AppError("conflict");
    const by = { authorId: viewer.id, titleAuthorId: null };
    const card = { roomId, ...by, isDerived: false, serial: serial ?? newest };
    return upsertCard({ ...card, content, people, picture }, tx);
  });
  if (version === null) return { version: known?.version ?? 0 };
  await announceCard(roomId);
  return { version };
}

/** @throws AppError not_found, not_in_room, room_closed, rate_limited */
export async function removeCard({ viewer, roomId }: InRoom): Promise<void> {
  await getRoomOrThrow({ viewer, roomId }, "write");
  await consumeLimit("roomCardPerson", viewer.id);
  if (await clearCard({ roomId })) await announceCard(roomId);
}

/**
 * Makes the card of an app that has set none from an update's summary and document. The caller has locked the room.
 * @returns whether it changed
 */
export async function deriveCard(
  update: { roomId: string; authorId: string; serial: number } & RoomUpdateContent,
  tx: Db,
): Promise<boolean> {
  const { roomId, serial } = update;
  // Most updates have neither a summary nor a document.
  if (update.summary === undefined && update.document === undefined) return false;
  const card = cardOfUpdate(update, await findCard(roomId, tx));
  if (!card) return false;
  if (isEmptyCard(card.content)) return clearCard({ roomId }, tx);
  await upsertCard({ roomId, ...card, isDerived: true, serial, people: [], picture: null }, tx);
  return true;
}

/** Deletes the card of somebody who is removed from the room. */
export async function dropCardOf({ roomId, userId }: { roomId: string; userId: string }): Promise<void> {
  if (await clearCard({ roomId, authorId: userId })) await announceCard(roomId);
}

/**
 * Whether the post shows the card, which its author decides.
 * @throws AppError not_found, not_in_room, forbidden; also to an author whose card a moderator has taken away
 */
export async function hideCard({
  viewer,
  roomId,
  isCardHidden,
}: InRoom & { isCardHidden: boolean }): Promise<void> {
  const room = await getOwnRoomOrThrow({ viewer, roomId });
  const notices = await inTransaction(async (tx) => {
    await lockRoom(roomId, tx);
    if (room.ownerId === viewer.id) {
      if (!isCardHidden && (await isCardHeld(roomId, tx)))
        throw new AppError("forbidden", { message: "A moderator has taken this card away." });
      await setCardHidden(roomId, { isCardHidden }, tx);
      return [];
    }
    await setCardHidden(roomId, { isCardHidden, cardHeldAt: isCardHidden ? new Date() : null }, tx);
    const action = isCardHidden ? ("remove_card" as const) : ("show_card" as const);
    return recordRoomAction({ actorId: viewer.id, action, room }, tx);
  });
  publish(...notices);
  await announceCard(roomId);
}

/**
 * The picture of a card, for those who see the card.
 * @param version from the card's URL
 * @returns `isCurrent`: the picture is still the one of that URL
 * @throws AppError not_found
 */
export async function getCardPicture({
  viewer,
  roomId,
  version,
}: InRoom & { version: string | undefined }): Promise<{
  bytes: Uint8Array<ArrayBuffer>;
  hash: string;
  isCurrent: boolean;
}> {
  const room = await findRoomAccess(roomId, viewer.id);
  const post = room?.postId ? await getPost({ viewer, id: room.postId }) : null;
  const picture = post?.room?.card?.image ? await findCardPicture(roomId) : null;
  if (!picture) throw new AppError("not_found");
  return { ...picture, isCurrent: version === pictureVersion(picture.hash) };
}

/** Publishes the card to viewers of the post. Call it after the commit. */
export async function announceCard(roomId: string): Promise<void> {
  const news = await findCardNews(roomId);
  if (!news) return;
  const { room, ...about } = news;
  const cardAuthorIds = [room.card?.authorId, room.card?.titleAuthorId].filter(
    (id) => typeof id === "string",
  );
  publish({ type: "card", ...about, cardAuthorIds, room: presentPostRoom(room) });
}

/** The update whose state the card shows, if the app has set it. */
function newestSerial(card: StoredCard | null): number {
  return card?.content && !card.isDerived ? card.serial : 0;
}

function isSame(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}

function isSameCard(
  known: StoredCard,
  { content, pictureHash }: Pick<StoredCard, "content" | "pictureHash">,
) {
  if (!known.content || !content || known.isDerived || known.pictureHash !== pictureHash) return false;
  const parts = ({ title, lines, bars, alt }: CardContent) => [
    title,
    alt,
    lines,
    bars.map(({ label, value }) => [label, value]),
  ];
  return isSame(parts(known.content), parts(content));
}
