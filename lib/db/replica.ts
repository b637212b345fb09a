import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import type { Pool } from "pg";
import { serverEnv } from "@/lib/config/env.server";
import { logger } from "@/lib/infra/logger";
import { metrics } from "@/lib/infra/metrics";
import { redis } from "@/lib/infra/redis";
import { isStatementTimeout, isUnreachable } from "./errors";
import { onServer, pool, replicaPool, serverInUse } from "./pool";
import { END, GIVE_UP_MS, parsePosition, Replay, type Position } from "./replay";

/**
 * Reads from the replica at DATABASE_REPLICA_URL if it has replayed everything that the reader must see.
 *
 * One's own writes: a request that may write runs in `writing()`. When it is done, so after its last commit,
 * and before its response, it marks the person with the position that the primary's log has then. Later reads
 * for that person use the primary unless the replica has replayed that position. The mark belongs to the
 * person, so it holds for each of their sessions and tokens, and it is in Redis, so it holds in every
 * process: where Redis did not take it, the response waits for the replica instead, and where Redis does not
 * answer, the primary is read. A Redis that was restarted has lost its marks, so the replica has to catch up
 * with that moment first.
 *
 * Live events: they are published once the replica has replayed what they announce, or is given up (`publish` in
 * lib/notifications), so a refetch finds it, whichever process answers it.
 *
 * What others do may be seen late by LAG_MAX_MS. A process reads from a replica that it has just found, as at its start, once that has
 * what was committed until then, so the schema of its build, too.
 */

/** How often the replica is measured, on average. */
const MEASURE_MS = 1_000;
/** The same while something waits for it. */
const MEASURE_SOON_MS = 25;
/** Longer than the lag at which the replica is given up. */
const MARK_SECONDS = 20;

type Replica = {
  pool: Pool;
  replay: Replay;
  /** The measurement under way, or the next one that somebody waits for. */
  measuring: Promise<void> | null;
  /** Settles with the promises that wait for it. */
  waiting: Promise<unknown>;
  /** Whether it was logged that the replica is not in use. */
  isReported: boolean;
  /** By person, oldest first; without Redis. */
  marks: Map<string, { position: Position; at: number }>;
};

// On globalThis: Next bundles this module more than once.
const holder = globalThis as typeof globalThis & { gumReplica?: Replica | null };

/** The replica, which is measured from the first use on; null without one. */
function replica(): Replica | null {
  if (holder.gumReplica !== undefined) return holder.gumReplica;
  const { DATABASE_REPLICA_URL } = serverEnv();
  if (!DATABASE_REPLICA_URL) return (holder.gumReplica = null);
  const replay = new Replay(performance.now());
  const lose = () => replay.lose();
  const opened: Replica = {
    pool: replicaPool(DATABASE_REPLICA_URL, lose),
    replay,
    measuring: null,
    waiting: Promise.resolve(),
    isReported: false,
    marks: new Map(),
  };
  // What a server knew that was lost may be gone: a single one, or one of a cluster.
  redis()?.on("ready", lose).on("-node", lose);
  void keepMeasuring(opened);
  return (holder.gumReplica = opened);
}

async function keepMeasuring(opened: Replica): Promise<void> {
  for (;;) {
    await (opened.measuring ??= measure(opened));
    // Processes that started together do not ask together.
    await sleep(MEASURE_MS * (0.75 + Math.random() / 2), undefined, { ref: false });
  }
}

/** Identifies a database and its cluster, which replicas share. */
const IDENTITY = `(SELECT system_identifier FROM pg_control_system()) || '/' || (
  SELECT oid FROM pg_database WHERE datname = current_database())`;
/** The insert position: a commit need not be flushed yet. */
const PRIMARY = `SELECT pg_current_wal_insert_lsn()::text AS position, ${IDENTITY} AS identity`;
const REPLICA = `SELECT pg_last_wal_replay_lsn()::text AS position, ${IDENTITY} AS identity,
  pg_is_in_recovery() AS "isReplica"`;

type Place = { position: string | null; identity: string; isReplica?: boolean };

async function placeOf(server: Pick<Pool, "query">, sql: string): Promise<Place> {
  const { rows } = await server.query<Place>(sql);
  return rows[0]!;
}

/** Measures the positions of both servers. Never rejects; the pools' timeouts bound it. */
async function measure(opened: Replica): Promise<void> {
  const { replay } = opened;
  const at = performance.now();
  try {
    const primary = await placeOf(pool(), PRIMARY);
    const found = await placeOf(opened.pool, REPLICA);
    if (found.identity !== primary.identity) throw new Error("It belongs to another database.");
    if (!found.isReplica || !found.position) throw new Error("It is not a streaming replica.");
    replay.note({
      at,
      primary: parsePosition(primary.position!),
      replayed: parsePosition(found.position),
    });
    if (opened.isReported) logger().info("the replica of the database answers again");
    opened.isReported = false;
  } catch (error) {
    replay.lose();
    if (!opened.isReported) logger().warn({ err: error }, "the replica of the database is not used");
    opened.isReported = true;
  } finally {
    opened.measuring = null;
  }
}

/** How far the replica is behind; null without one. */
export function replicaLagMs(): number | null {
  return replica()?.replay.lagMs(performance.now()) ?? null;
}

/**
 * Reads for somebody, from the replica if it may answer. A read that fails there is repeated on the primary.
 * Not for authorisation.
 * @param readerId null for a guest
 * @param read without side effects
 */
export async function fromReplica<T>(readerId: string | null, read: () => Promise<T>): Promise<T> {
  const opened = replica();
  if (!opened || serverInUse()) return read();
  const refusal = await refusalOf(opened, readerId);
  if (refusal) return readFromPrimary(read, refusal);
  try {
    const found = await onServer("replica", read);
    metrics().replicaReads.inc({ answer: "replica" });
    return found;
  } catch (error) {
    if (isUnreachable(error) && !isStatementTimeout(error)) opened.replay.lose();
    return readFromPrimary(read, "failed");
  }
}

function readFromPrimary<T>(read: () => Promise<T>, answer: string): Promise<T> {
  metrics().replicaReads.inc({ answer });
  return onServer("primary", read);
}

async function refusalOf(
  { replay, marks }: Replica,
  readerId: string | null,
): Promise<"behind" | "own_write" | null> {
  if (!replay.mayRead(performance.now())) return "behind";
  if (!readerId) return null;
  const store = redis();
  const mark = store
    ? await store.get(markKey(readerId)).then(
        (text) => (text ? BigInt(`0x${text}`) : 0n),
        () => END,
      )
    : (marks.get(readerId)?.position ?? 0n);
  return replay.mayRead(performance.now(), mark) ? null : "own_write";
}

/**
 * Runs work that may write; it reads from the primary.
 * @param writerId whose next reads have to find it; null for a guest
 */
export async function writing<T>(writerId: string | null, work: () => T | Promise<T>): Promise<T> {
  const opened = replica();
  if (!opened) return work();
  try {
    return await onServer("primary", work);
  } finally {
    if (writerId) await markWrite(opened, writerId);
  }
}

/** The primary's current position; after every position if it does not answer. */
async function positionNow(): Promise<Position> {
  return placeOf(pool(), PRIMARY).then(
    ({ position }) => parsePosition(position!),
    () => END,
  );
}

const markKey = (personId: string) => `gum:wrote:${personId}`;

/** Requests of one person overlap: the mark never goes back. Positions are of equal length, so they compare as text. */
const RAISE = `local known = redis.call("GET", KEYS[1])
if not known or known < ARGV[1] then redis.call("SET", KEYS[1], ARGV[1], "EX", ARGV[2]) end`;

async function markWrite(opened: Replica, personId: string): Promise<void> {
  const position = await positionNow();
  const store = redis();
  if (store) {
    const text = position.toString(16).padStart(16, "0");
    await store
      .eval(RAISE, 1, markKey(personId), text, MARK_SECONDS)
      .catch(() => untilReplayed(opened, Promise.resolve(position)));
    return;
  }
  const { marks } = opened;
  const known = marks.get(personId)?.position ?? 0n;
  const now = performance.now();
  marks.delete(personId);
  marks.set(personId, { position: known > position ? known : position, at: now });
  for (const [id, { at }] of marks) {
    if (now - at <= MARK_SECONDS * 1_000) break;
    marks.delete(id);
  }
}

/**
 * Resolves once the replica has replayed everything committed so far, or is given up; in the order of the
 * calls. Never rejects.
 * @returns null if there is nothing to wait for
 */
export function inReplica(): Promise<unknown> | null {
  const opened = replica();
  if (!opened?.replay.isFollowed(performance.now())) return null;
  return (opened.waiting = Promise.all([opened.waiting, untilReplayed(opened, positionNow())]));
}

async function untilReplayed(opened: Replica, wanted: Promise<Position>): Promise<void> {
  const until = performance.now() + GIVE_UP_MS;
  const position = await wanted;
  const { replay } = opened;
  while (!replay.has(position) && replay.isFollowed(performance.now()) && performance.now() < until)
    await (opened.measuring ??= measureSoon(opened));
}

async function measureSoon(opened: Replica): Promise<void> {
  await sleep(MEASURE_SOON_MS, undefined, { ref: false });
  await measure(opened);
}
