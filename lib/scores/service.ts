import "server-only";
import { getAppOrThrow, type Actor } from "@/lib/apps/access-service";
import { SCORE_RUN_KEPT_MS } from "@/lib/config/limits";
import { consumeLimit } from "@/lib/infra/rate-limiter";
import type { Manifest, ScoreBoard } from "@/lib/package/manifest-contract";
import { pseudonym } from "@/lib/permissions/pseudonym.server";
import { decodeCursor, encodeCursor } from "@/lib/shared/list-cursor";
import { AppError } from "@/lib/shared/errors";
import type { ScoreEntry, ScoreList, ScoresQuery, SubmitScore, SubmittedScore } from "./contract";
import { presentScore } from "./presenter";
import {
  clearBoard,
  deleteOldDays,
  deleteScoresOf,
  findScore,
  listScores,
  saveBest,
  type ScoreRecord,
} from "./repository";
import { announceBoard } from "./board-news-service";
import { checkRun } from "./run-check-service";
import { deleteOldRuns } from "./run-repository";
import { verifyScore } from "./verify-service";
import { cursorKey, dayOf, kindOf, periodKey, placeOf, readCursorKey, type ScoreCursor } from "./rules";

/**
 * Trust model. Untrusted: the app, which may submit any value as often as it likes, and the person who runs it, who may do
 * the same without the app. What must hold: a run submits for its own account and app only; a board names nobody who has
 * not let the app see their profile, and nobody who is hidden from the viewer; a verified board takes only what the server
 * has run again.
 */
type OfApp = { viewer: Actor; appId: string };

/**
 * @throws AppError unknown_app, forbidden, unknown_board, account_changed, invalid_token, score_unverified, score_used,
 *   score_checks_busy, rate_limited
 */
export async function submitScore({
  viewer,
  appId,
  score,
}: OfApp & { score: SubmitScore }): Promise<SubmittedScore> {
  const { runToken, board: boardId, value } = score;
  await checkRun(runToken, { viewer, appId });
  const app = await getAppOrThrow(appId, viewer, "run");
  const board = boardOrThrow(app.manifest, boardId);
  await consumeLimit("scores", `${viewer.id}:${appId}`);
  if (board.verified) await verifyScore({ viewer, app, score });
  const saved = await saveBest({
    appId,
    board: boardId,
    kind: kindOf(board),
    userId: viewer.id,
    value: value + 0,
    place: placeOf(value, board.order),
    day: dayOf(new Date()),
  });
  // Posts show the first board.
  if (saved.isBest && app.manifest.scores?.[0] === board) await announceBoard(appId, { userId: viewer.id });
  return { ...saved, verified: board.verified };
}

/** @throws AppError unknown_app, unknown_board, validation_error, rate_limited */
export async function getScores({
  viewer,
  appId,
  query: { board: boardId, period, of, limit, after },
}: OfApp & { query: ScoresQuery }): Promise<ScoreList> {
  const { manifest } = await getAppOrThrow(appId, viewer, "view");
  const board = boardOrThrow(manifest, boardId);
  const from = after === undefined ? null : readCursor(after);
  const records = await listScores({
    key: { appId, board: boardId, kind: kindOf(board), period: periodKey(period, new Date()) },
    viewerId: viewer.id,
    following: of === "following",
    after: from,
    take: limit + 1,
  });
  const present = (record: ScoreRecord, rank: number): ScoreEntry =>
    presentScore(record, {
      rank,
      code: pseudonym("score", record.userId, appId).slice(0, 6),
      viewerId: viewer.id,
    });
  const listed = records.filter(({ rank }) => rank === null);
  const first = (from?.rank ?? 0) + 1;
  const items = listed.slice(0, limit).map((record, index) => present(record, first + index));
  const last = listed.length > limit ? listed[limit - 1]! : null;
  const own = records.find(({ rank }) => rank !== null);
  return {
    items,
    nextCursor:
      last && encodeCursor({ id: last.id, key: cursorKey({ rank: first + limit - 1, place: last.place }) }),
    mine: own ? present(own, own.rank!) : null,
    verified: board.verified,
  };
}

/** Empties a board. @throws AppError unknown_app, forbidden */
export async function resetBoard({ viewer, appId, board }: OfApp & { board: string }): Promise<void> {
  await getAppOrThrow(appId, viewer, "edit");
  await clearBoard(appId, board);
  await announceBoard(appId, { userId: null });
}

/**
 * Takes a person off a board: the app's owner anybody, others themselves.
 * @throws AppError unknown_app, not_found, forbidden
 */
export async function removeScore({ viewer, appId, id }: OfApp & { id: string }): Promise<void> {
  const score = await findScore(appId, id);
  // Their own even if they can no longer see the app.
  if (score?.userId !== viewer.id) await getAppOrThrow(appId, viewer, "edit");
  if (!score) throw new AppError("not_found");
  await deleteScoresOf({ appId, ...score });
  await announceBoard(appId, { userId: null });
}

const DAY_MS = 24 * 60 * 60_000;

/** Removes boards of days that are over, and runs whose time is. @returns how many rows */
export async function dropOldScores(now: Date, limit: number): Promise<number> {
  const days = await deleteOldDays(dayOf(new Date(now.getTime() - DAY_MS)), limit);
  return days + (await deleteOldRuns(new Date(now.getTime() - SCORE_RUN_KEPT_MS), limit));
}

function boardOrThrow({ scores }: Manifest, id: string): ScoreBoard {
  const board = scores?.find((declared) => declared.id === id);
  if (!board) throw new AppError("unknown_board");
  return board;
}

function readCursor(text: string): ScoreCursor {
  const cursor = decodeCursor(text);
  const key = cursor && readCursorKey(cursor.key);
  if (!cursor || !key) throw new AppError("validation_error");
  return { ...key, id: cursor.id };
}
