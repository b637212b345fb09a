import "server-only";
import { db, type Db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import type { DecisionAction } from "@/lib/shared/decisions";
import type { ReportReason, SubjectType } from "./rules";
import type { Snapshot } from "./snapshot";

export type DecisionRecord = {
  id: string;
  action: DecisionAction;
  subjectType: SubjectType;
  subjectId: string;
  personId: string;
  reason: ReportReason;
  message: string;
  until: Date | null;
  context: Snapshot;
  createdAt: Date;
  undoneAt: Date | null;
  appeal: string | null;
  appealedAt: Date | null;
  answer: string | null;
  answeredAt: Date | null;
  /** Whether the removed content can be restored. */
  isKept: boolean;
};

const COLUMNS = Prisma.sql`
  d.id, d.action, d.subject_type AS "subjectType", d.subject_id AS "subjectId", d.person_id AS "personId", d.reason,
  d.message, d.until, d.context, d.created_at AS "createdAt", d.undone_at AS "undoneAt", d.appeal,
  d.appealed_at AS "appealedAt", d.answer, d.answered_at AS "answeredAt",
  EXISTS (SELECT 1 FROM removals r WHERE r.decision_id = d.id) AS "isKept"`;

export type NewDecision = Pick<
  DecisionRecord,
  "id" | "action" | "subjectType" | "subjectId" | "personId" | "reason" | "message" | "until" | "context"
>;

export async function insertDecision(decision: NewDecision, tx: Db): Promise<void> {
  const { context, ...columns } = decision;
  await tx.decision.create({
    data: { ...columns, context: context as Prisma.InputJsonObject },
    select: { id: true },
  });
}

/** Serializes decisions about a person until the transaction ends. */
export async function lockDecisions(personId: string, tx: Db): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`decisions:${personId}`}, 0))`;
}

export async function findDecision(id: string, client: Db = db()): Promise<DecisionRecord | null> {
  const rows = await client.$queryRaw<DecisionRecord[]>`
    SELECT ${COLUMNS} FROM decisions d WHERE d.id = ${id}::uuid`;
  return rows[0] ?? null;
}

/** Decisions about a person, newest first. */
export function listDecisions(
  personId: string,
  { after, take }: { after?: string | undefined; take: number },
): Promise<DecisionRecord[]> {
  return db().$queryRaw<DecisionRecord[]>`
    SELECT ${COLUMNS} FROM decisions d
     WHERE d.person_id = ${personId}::uuid AND d.id < ${after ?? "ffffffff-ffff-ffff-ffff-ffffffffffff"}::uuid
     ORDER BY d.id DESC LIMIT ${take}`;
}

/** The suspension in force; of several, the one that ends last. */
export async function findSuspension(personId: string, client: Db = db()): Promise<DecisionRecord | null> {
  const rows = await client.$queryRaw<DecisionRecord[]>`
    SELECT ${COLUMNS} FROM decisions d
     WHERE d.person_id = ${personId}::uuid AND d.action = 'suspend' AND d.undone_at IS NULL AND d.until > now()
     ORDER BY d.until DESC, d.id DESC LIMIT 1`;
  return rows[0] ?? null;
}

/** The actions of the decisions in force that hold an app. */
export async function listHolds(appId: string, tx: Db): Promise<string[]> {
  const holds = await tx.decision.findMany({
    where: {
      subjectType: "app",
      subjectId: appId,
      action: { in: ["hide", "remove"] satisfies DecisionAction[] },
      undoneAt: null,
    },
    select: { action: true },
  });
  return holds.map(({ action }) => action);
}

/** False if it was already undone. */
export async function markUndone(id: string, tx: Db): Promise<boolean> {
  const { count } = await tx.decision.updateMany({
    where: { id, undoneAt: null },
    data: { undoneAt: new Date() },
  });
  return count > 0;
}

/** False if there already is an appeal, or nothing to appeal. */
export async function setAppeal(
  { id, personId, text }: { id: string; personId: string; text: string },
  tx: Db,
): Promise<boolean> {
  const { count } = await tx.decision.updateMany({
    where: { id, personId, appealedAt: null, undoneAt: null },
    data: { appeal: text, appealedAt: new Date() },
  });
  return count > 0;
}

/** False if no appeal is pending. */
export async function setAnswer({ id, text }: { id: string; text: string }, tx: Db): Promise<boolean> {
  const { count } = await tx.decision.updateMany({
    where: { id, appealedAt: { not: null }, answeredAt: null, undoneAt: null },
    data: { answer: text, answeredAt: new Date() },
  });
  return count > 0;
}

export type Sanction = "limit" | "suspend";

/** Limits or suspends a person until that time; null lifts it. */
export async function setSanction(
  personId: string,
  { kind, until }: { kind: Sanction; until: Date | null },
  tx: Db,
): Promise<void> {
  const data = kind === "limit" ? { limitedUntil: until } : { suspendedUntil: until };
  await tx.user.updateMany({ where: { id: personId }, data });
}

/** The end of the longest limit or suspension still in force; null if there is none. */
export async function findSanctionEnd(personId: string, kind: Sanction, tx: Db): Promise<Date | null> {
  const row = await tx.decision.findFirst({
    where: { personId, action: kind, undoneAt: null, until: { gt: new Date() } },
    orderBy: { until: "desc" },
    select: { until: true },
  });
  return row?.until ?? null;
}
