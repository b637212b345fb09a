import "server-only";
import { DRAFTS_MAX } from "@/lib/config/limits";
import { db, type Db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";

export type DraftRecord = {
  id: string;
  content: Prisma.JsonValue;
  revision: number;
  updatedAt: Date;
  scheduledAt: Date | null;
  problem: string | null;
};

const SELECT = {
  id: true,
  content: true,
  revision: true,
  updatedAt: true,
  scheduledAt: true,
  problem: true,
} as const;

type DraftKey = { id: string; ownerId: string };

export function findDraft({ id, ownerId }: DraftKey): Promise<DraftRecord | null> {
  return db().postDraft.findFirst({ where: { id, ownerId }, select: SELECT });
}

/** A person's drafts, last changed first; at most DRAFTS_MAX. */
export function listDrafts(ownerId: string): Promise<DraftRecord[]> {
  return db().postDraft.findMany({
    where: { ownerId },
    select: SELECT,
    orderBy: [{ updatedAt: "desc" }, { id: "desc" }],
    take: DRAFTS_MAX,
  });
}

/**
 * Updates a draft if it has this revision and is not scheduled: without the fields `removed`, and with those of `content` in
 * place of the stored ones. Saving the same content again is a no-op, so retries are safe.
 * @returns its revision; null if there is no such draft, or if it has changed since
 */
export async function updateDraft(
  { id, ownerId }: DraftKey,
  { content, removed, revision }: { content: object; removed: readonly string[]; revision: number },
): Promise<number | null> {
  const changed = Prisma.sql`((content - ${removed}::text[]) || ${JSON.stringify(content)}::jsonb)`;
  const [row] = await db().$queryRaw<{ revision: number }[]>`
    UPDATE post_drafts SET content = ${changed},
           revision = revision + CASE WHEN content = ${changed} THEN 0 ELSE 1 END,
           problem = CASE WHEN content = ${changed} THEN problem END,
           updated_at = CASE WHEN content = ${changed} THEN updated_at ELSE now() END
     WHERE id = ${id}::uuid AND owner_id = ${ownerId}::uuid AND scheduled_at IS NULL
       AND (revision = ${revision} OR content = ${changed})
    RETURNING revision`;
  return row?.revision ?? null;
}

/** @returns false if the person has DRAFTS_MAX drafts, or the id is taken */
export async function insertDraft({ id, ownerId }: DraftKey, content: object): Promise<boolean> {
  const made = await db().$executeRaw`
    INSERT INTO post_drafts (id, owner_id, content) SELECT ${id}::uuid, ${ownerId}::uuid, ${JSON.stringify(content)}::jsonb
     WHERE (SELECT count(*) FROM post_drafts WHERE owner_id = ${ownerId}::uuid) < ${DRAFTS_MAX}
    ON CONFLICT DO NOTHING`;
  return made === 1;
}

export async function countDrafts(ownerId: string): Promise<number> {
  return db().postDraft.count({ where: { ownerId } });
}

/** @returns false if there was none */
export async function deleteDraft({ id, ownerId }: DraftKey, client: Db = db()): Promise<boolean> {
  return (await client.postDraft.deleteMany({ where: { id, ownerId } })).count > 0;
}

/** A scheduled draft as it was read. */
type DueDraft = DraftKey & { revision: number };

/** @returns false if it was changed, unscheduled, published or deleted since it was read */
export async function deleteDueDraft(
  { id, ownerId, revision }: DueDraft,
  now: Date,
  tx: Db,
): Promise<boolean> {
  const where = { id, ownerId, revision, scheduledAt: { lte: now } };
  return (await tx.postDraft.deleteMany({ where })).count > 0;
}

/** Schedules it again for later, unless it has changed since it was read. */
export async function postponeDraft({ id, ownerId, revision }: DueDraft, scheduledAt: Date): Promise<void> {
  const where = { id, ownerId, revision, NOT: { scheduledAt: null } };
  await db().postDraft.updateMany({ where, data: { scheduledAt } });
}

/** @returns false if there is no such draft */
export async function setSchedule({ id, ownerId }: DraftKey, scheduledAt: Date | null): Promise<boolean> {
  const data = { scheduledAt, problem: null, revision: { increment: 1 } };
  const where = { id, ownerId, ...(scheduledAt === null && { NOT: { scheduledAt: null } }) };
  return (await db().postDraft.updateMany({ where, data })).count > 0;
}

/** Up to `limit` drafts that are due, most overdue first. */
export function listDueDrafts(now: Date, limit: number): Promise<(DraftRecord & { ownerId: string })[]> {
  return db().postDraft.findMany({
    where: { scheduledAt: { lte: now } },
    select: { ...SELECT, ownerId: true },
    orderBy: { scheduledAt: "asc" },
    take: limit,
  });
}

/** Turns a scheduled post back into a draft. @returns false if it no longer is scheduled */
export async function failSchedule({ id, ownerId }: DraftKey, problem: string, tx: Db): Promise<boolean> {
  const { count } = await tx.postDraft.updateMany({
    where: { id, ownerId, NOT: { scheduledAt: null } },
    data: { scheduledAt: null, problem, revision: { increment: 1 }, updatedAt: new Date() },
  });
  return count > 0;
}
