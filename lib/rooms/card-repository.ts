import "server-only";
import { db, type Db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import type { CardContent } from "./card-rules";

type CardPersonRecord = {
  id: string;
  username: string;
  displayName: string;
  avatarKey: string | null;
};

/** The room of a post with its card. */
export type PostRoomRecord = {
  id: string;
  version: number;
  isCardHidden: boolean;
  isClosed: boolean;
  card:
    | (CardContent & {
        authorId: string | null;
        titleAuthorId: string | null;
        pictureHash: string | null;
        pictureWidth: number | null;
        pictureHeight: number | null;
        people: CardPersonRecord[];
        peopleCount: number;
      })
    | null;
};

/**
 * SQL for the PostRoomRecord, or null, of the posts row `p`. People are those who let the app see their profile and are in the
 * room; the words of someone who is hidden from the viewer are not shown to them.
 * @param visible a condition on the row `a` of its app: that the viewer may see it
 * @param hidden uuid[] of people
 */
export function postRoomSql({ visible, hidden }: { visible: Prisma.Sql; hidden: Prisma.Sql }): Prisma.Sql {
  return Prisma.sql`
    CASE WHEN p.app_id IS NOT NULL THEN (
      SELECT json_build_object('id', r.id, 'version', COALESCE(c.version, 0), 'isCardHidden', r.is_card_hidden,
        'isClosed', r.closed_at IS NOT NULL,
        'card', CASE WHEN c.content IS NOT NULL AND NOT r.is_card_hidden AND p.shares_app
                      AND (c.author_id IS NULL OR c.author_id <> ALL (${hidden}::uuid[]))
                      AND (c.title_author_id IS NULL OR c.title_author_id <> ALL (${hidden}::uuid[])) THEN
          c.content::jsonb || jsonb_build_object('authorId', c.author_id, 'titleAuthorId', c.title_author_id,
            'pictureHash', c.picture_hash,
            'pictureWidth', c.picture_width, 'pictureHeight', c.picture_height,
            'peopleCount', cardinality(c.people),
            'people', CASE WHEN c.people = '{}' THEN '[]'::jsonb ELSE COALESCE((
              SELECT jsonb_agg(jsonb_build_object('id', u.id, 'username', u.username, 'displayName', u.display_name,
                       'avatarKey', u.avatar_key) ORDER BY array_position(c.people, u.id))
                FROM users u
                JOIN profile_consents pc ON pc.user_id = u.id AND pc.app_id = r.app_id
                JOIN room_members m ON m.user_id = u.id AND m.room_id = r.id AND m.removed_at IS NULL
               WHERE u.id = ANY (c.people) AND u.id <> ALL (${hidden}::uuid[])), '[]'::jsonb) END)
          END)
        FROM rooms r JOIN apps a ON a.id = r.app_id LEFT JOIN room_cards c ON c.room_id = r.id
       WHERE r.post_id = p.id AND a.deleted_at IS NULL AND ${visible})
    END`;
}

/** What the live streams need to know about a changed card. */
type CardNews = {
  postId: string;
  postAuthorId: string;
  appOwnerId: string;
  isAppPublic: boolean;
  room: PostRoomRecord;
};

/** @returns null for a room without a post, or of a deleted app */
export async function findCardNews(roomId: string): Promise<CardNews | null> {
  const room = postRoomSql({ visible: Prisma.sql`true`, hidden: Prisma.sql`'{}'` });
  const rows = await db().$queryRaw<CardNews[]>`
    SELECT p.id AS "postId", p.author_id AS "postAuthorId", owned.owner_id AS "appOwnerId",
           owned.is_public AS "isAppPublic", ${room} AS room
      FROM rooms shown JOIN posts p ON p.id = shown.post_id JOIN apps owned ON owned.id = shown.app_id
     WHERE shown.id = ${roomId}::uuid AND owned.deleted_at IS NULL`;
  return rows[0] ?? null;
}

export type StoredCard = {
  version: number;
  serial: number;
  isDerived: boolean;
  authorId: string | null;
  titleAuthorId: string | null;
  content: CardContent | null;
  people: string[];
  pictureHash: string | null;
};

export async function findCard(roomId: string, client: Db = db()): Promise<StoredCard | null> {
  const card = await client.roomCard.findUnique({
    where: { roomId },
    select: {
      version: true,
      serial: true,
      isDerived: true,
      authorId: true,
      titleAuthorId: true,
      content: true,
      people: true,
      pictureHash: true,
    },
  });
  return card && { ...card, content: card.content as CardContent | null };
}

type CardPicture = { bytes: Uint8Array<ArrayBuffer>; hash: string; width: number; height: number };
type NewCard = {
  roomId: string;
  authorId: string | null;
  /** Whose the title is, if it is somebody else's. */
  titleAuthorId: string | null;
  isDerived: boolean;
  serial: number;
  content: CardContent;
  people: string[];
  /** `kept`: the stored one. */
  picture: CardPicture | "kept" | null;
};

/** Stores a card over the one before. The caller has locked the room. @returns its version */
export async function upsertCard({ roomId, picture, ...card }: NewCard, tx: Db): Promise<number> {
  const stored = picture !== "kept" && {
    picture: picture && picture.bytes,
    pictureHash: picture && picture.hash,
    pictureWidth: picture && picture.width,
    pictureHeight: picture && picture.height,
  };
  const data = { ...card, ...(stored || {}) };
  const { version } = await tx.roomCard.upsert({
    where: { roomId },
    create: { roomId, ...data },
    update: { ...data, version: { increment: 1 } },
    select: { version: true },
  });
  return version;
}

/**
 * Takes a card away, with its picture. Its version stays, so that an older event cannot bring it back.
 * @param authorId only if words of theirs are on it
 * @returns whether there was one
 */
export async function clearCard(
  { roomId, authorId }: { roomId: string; authorId?: string },
  tx: Db = db(),
): Promise<boolean> {
  const { count } = await tx.roomCard.updateMany({
    where: {
      roomId,
      content: { not: Prisma.AnyNull },
      ...(authorId && { OR: [{ authorId }, { titleAuthorId: authorId }] }),
    },
    data: {
      content: Prisma.DbNull,
      authorId: null,
      titleAuthorId: null,
      isDerived: false,
      people: [],
      picture: null,
      pictureHash: null,
      pictureWidth: null,
      pictureHeight: null,
      version: { increment: 1 },
    },
  });
  return count > 0;
}

/** After a change that is not of the card itself: also of a room that has no card, because events are ordered by it. */
export async function bumpCard(roomId: string, client: Db = db()): Promise<void> {
  await client.$executeRaw`
    INSERT INTO room_cards AS c (room_id) VALUES (${roomId}::uuid)
    ON CONFLICT (room_id) DO UPDATE SET version = c.version + 1`;
}

/** Shows or hides the card of a room. */
export async function setCardHidden(
  roomId: string,
  state: { isCardHidden: boolean; cardHeldAt?: Date | null },
  tx: Db,
): Promise<void> {
  await tx.room.update({ where: { id: roomId }, data: state, select: { id: true } });
  await bumpCard(roomId, tx);
}

/** Whether a moderator took the card away. */
export async function isCardHeld(roomId: string, tx: Db): Promise<boolean> {
  const where = { id: roomId, cardHeldAt: { not: null } };
  return (await tx.room.findFirst({ where, select: { id: true } })) !== null;
}

export async function findCardPicture(
  roomId: string,
): Promise<{ bytes: Uint8Array<ArrayBuffer>; hash: string } | null> {
  const card = await db().roomCard.findUnique({
    where: { roomId },
    select: { picture: true, pictureHash: true },
  });
  return card?.picture && card.pictureHash ? { bytes: card.picture, hash: card.pictureHash } : null;
}
