import { z } from "zod";
import { PAGE_SIZE, SCORE_LOG_CHARS, SCORE_VALUE_MAX, SCORES_PAGE_MAX } from "@/lib/config/limits";
import { SCORE_BOARD_PATTERN } from "@/lib/package/limits";
import { userShortSchema } from "@/lib/people/user-contract";
import { idSchema } from "@/lib/shared/contract";
import { SCORE_PERIODS } from "./rules";

/**
 * The score boards of an app: `GET|POST|DELETE /api/apps/{id}/scores`.
 *
 * Trust model. Untrusted: the app and whoever runs it. A value of a plain board is what the app says; one of a verified board
 * has come out again when the server ran the same inputs.
 */
const board = z.string().regex(SCORE_BOARD_PATTERN);
const runToken = z.string().max(2_000);

/** The proof of a score of a verified board: a run that the server began, and its inputs. */
const proof = z.strictObject({
  runId: idSchema,
  /** The number of the app's call that submitted it. */
  call: z.int().positive().max(1_000_000_000),
  /** As lib/sandbox/quickjs records it. */
  log: z.string().max(SCORE_LOG_CHARS),
});
export type ScoreProof = z.infer<typeof proof>;

/** Body of POST. */
export const submitScoreSchema = z.strictObject({
  runToken,
  board,
  value: z.number().min(-SCORE_VALUE_MAX).max(SCORE_VALUE_MAX),
  proof: proof.optional(),
});
export type SubmitScore = z.infer<typeof submitScoreSchema>;

/** `best`: of the person on this board, of all time. */
export const submittedScore = z.object({ best: z.number(), isBest: z.boolean(), verified: z.boolean() });
export type SubmittedScore = z.infer<typeof submittedScore>;

/** Body of `POST …/scores/runs`. */
export const beginRunSchema = z.strictObject({ runToken, version: z.string().max(64) });
export const begunRun = z.object({ id: idSchema, seed: z.int(), startMs: z.number() });
export type BegunRun = z.infer<typeof begunRun>;

/** Query of GET. */
export const scoresQuery = z.strictObject({
  board,
  period: z.enum(SCORE_PERIODS).default("all"),
  of: z.enum(["everyone", "following"]).default("everyone"),
  limit: z.coerce.number().int().min(1).max(SCORES_PAGE_MAX).default(PAGE_SIZE),
  after: z.string().min(1).max(200).optional(),
});
export type ScoresQuery = z.infer<typeof scoresQuery>;

const scoreEntry = z.object({
  id: idSchema,
  rank: z.int(),
  value: z.number(),
  at: z.iso.datetime(),
  isMine: z.boolean(),
  /** Null for people who do not show their name to the app. */
  person: userShortSchema.nullable(),
  /** Identifies the player: stable within the app, and not traceable to the account. */
  code: z.string(),
});
export type ScoreEntry = z.infer<typeof scoreEntry>;

export const scoreList = z.object({
  items: z.array(scoreEntry),
  nextCursor: z.string().nullable(),
  /** The viewer's own, wherever it stands. */
  mine: scoreEntry.nullable(),
  verified: z.boolean(),
});
export type ScoreList = z.infer<typeof scoreList>;

/** Query of DELETE: the board that its app's owner empties. */
export const resetBoardQuery = z.strictObject({ board });
export const scoreParams = z.strictObject({ id: idSchema, scoreId: idSchema });
