import "server-only";
import { uuidv7 } from "uuidv7";
import { db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { hiddenPeople } from "@/lib/posts/card-repository";
import { ALL_TIME, type ScoreCursor } from "./rules";

/** One list of one board. */
type BoardKey = { appId: string; board: string; kind: string; period: string };

export type ScoreRecord = {
  id: string;
  userId: string;
  value: number;
  place: number;
  createdAt: Date;
  username: string;
  displayName: string;
  avatarKey: string | null;
  /** The person lets the app see their profile. */
  isNamed: boolean;
  /** Only of the viewer's own row. */
  rank: number | null;
};

type NewScore = Omit<BoardKey, "period"> & {
  userId: string;
  value: number;
  place: number;
  day: string;
};

/** Keeps a score where it is better than the person's best, of the day and of all time. */
export async function saveBest(score: NewScore): Promise<{ best: number; isBest: boolean }> {
  const { appId, board, kind, userId, value, place, day } = score;
  const row = (period: string) => Prisma.sql`(${uuidv7()}::uuid, ${appId}::uuid, ${board}, ${kind}, ${period},
    ${userId}::uuid, ${value}::float8, ${place}::float8)`;
  const saved = await db().$queryRaw<{ period: string }[]>`
    INSERT INTO scores (id, app_id, board, kind, period, user_id, value, place)
    VALUES ${row(ALL_TIME)}, ${row(day)}
    ON CONFLICT (app_id, board, kind, period, user_id) DO UPDATE
      SET id = excluded.id, value = excluded.value, place = excluded.place, created_at = now()
      WHERE excluded.place < scores.place
    RETURNING period`;
  if (saved.some(({ period }) => period === ALL_TIME)) return { best: value, isBest: true };
  const best = await db().score.findUnique({
    where: { appId_board_kind_period_userId: { appId, board, kind, period: ALL_TIME, userId } },
    select: { value: true },
  });
  return { best: best?.value ?? value, isBest: false };
}

/**
 * A page of a board, best first, and the viewer's own row with its rank, in one statement. People who are hidden from the
 * viewer are not counted. `following`: those whom the viewer follows and who show their name to the app, and the viewer.
 */
export function listScores({
  key: { appId, board, kind, period },
  viewerId,
  following,
  after,
  take,
}: {
  key: BoardKey;
  viewerId: string;
  following: boolean;
  after: ScoreCursor | null;
  take: number;
}): Promise<ScoreRecord[]> {
  const viewer = Prisma.sql`${viewerId}::uuid`;
  const ofBoard = Prisma.sql`s.app_id = ${appId}::uuid AND s.board = ${board} AND s.kind = ${kind} AND s.period = ${period}`;
  const shown = Prisma.sql`s.user_id <> ALL ((SELECT ids FROM hidden)::uuid[]) ${
    following
      ? Prisma.sql`AND (s.user_id = ${viewer} OR (
          EXISTS (SELECT 1 FROM follows f WHERE f.follower_id = ${viewer} AND f.followee_id = s.user_id)
          AND EXISTS (SELECT 1 FROM profile_consents c WHERE c.user_id = s.user_id AND c.app_id = s.app_id)))`
      : Prisma.empty
  }`;
  const from = after
    ? Prisma.sql`AND (s.place, s.id) > (${after.place}::float8, ${after.id}::uuid)`
    : Prisma.empty;
  return db().$queryRaw<ScoreRecord[]>`
    WITH hidden AS MATERIALIZED (SELECT ${hiddenPeople(viewerId)} AS ids),
    page AS (
      SELECT s.*, NULL::int AS rank FROM scores s WHERE ${ofBoard} AND ${shown} ${from}
       ORDER BY s.place, s.id LIMIT ${take}),
    mine AS (
      SELECT m.*, 1 + (SELECT count(*) FROM scores s
                        WHERE ${ofBoard} AND (s.place, s.id) < (m.place, m.id) AND ${shown})::int AS rank
        FROM (SELECT * FROM scores s WHERE ${ofBoard} AND s.user_id = ${viewer}) m)
    SELECT r.id, r.user_id AS "userId", r.value, r.place, r.created_at AS "createdAt", r.rank, u.username,
           u.display_name AS "displayName", u.avatar_key AS "avatarKey", c.user_id IS NOT NULL AS "isNamed"
      FROM (SELECT * FROM page UNION ALL SELECT * FROM mine) r
      JOIN users u ON u.id = r.user_id
      LEFT JOIN profile_consents c ON c.user_id = r.user_id AND c.app_id = r.app_id
     ORDER BY r.place, r.id`;
}

export async function clearBoard(appId: string, board: string): Promise<void> {
  await db().score.deleteMany({ where: { appId, board } });
}

/** A score as the viewer sees it; null if there is none, or if its person is hidden from the viewer. */
export async function findShownScore(
  viewerId: string,
  { appId, id }: { appId: string; id: string },
): Promise<{ userId: string; board: string; value: number; createdAt: Date } | null> {
  const rows = await db().$queryRaw<{ userId: string; board: string; value: number; createdAt: Date }[]>`
    SELECT s.user_id AS "userId", s.board, s.value, s.created_at AS "createdAt"
      FROM scores s
     WHERE s.id = ${id}::uuid AND s.app_id = ${appId}::uuid
       AND s.user_id <> ALL (${hiddenPeople(viewerId)}::uuid[])`;
  return rows[0] ?? null;
}

/** Whose row it is. */
export async function findScore(
  appId: string,
  id: string,
): Promise<{ userId: string; board: string } | null> {
  return db().score.findFirst({ where: { id, appId }, select: { userId: true, board: true } });
}

/** Removes a person from a board, in all periods. */
export async function deleteScoresOf(where: { appId: string; board: string; userId: string }): Promise<void> {
  await db().score.deleteMany({ where });
}

/** Removes rows of days before one. @returns how many */
export async function deleteOldDays(day: string, limit: number): Promise<number> {
  return db().$executeRaw`
    DELETE FROM scores WHERE id IN (
      SELECT id FROM scores WHERE period > ${ALL_TIME} AND period < ${day} LIMIT ${limit})`;
}
