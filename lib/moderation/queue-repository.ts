import "server-only";
import { db, type Db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import type { ReportReason, SubjectType } from "./rules";
import type { Role } from "./roles";
import type { Snapshot } from "./snapshot";

export type QueueRecord = {
  type: SubjectType;
  id: string;
  key: string;
  context: Snapshot;
  reasons: ReportReason[];
  reports: number;
  at: Date;
};

type QueuePageQuery = {
  type: SubjectType | undefined;
  reason: ReportReason | undefined;
  after: string | undefined;
  take: number;
};

const ofType = (type: SubjectType | undefined) =>
  type ? Prisma.sql`AND subject_type = ${type}` : Prisma.empty;

/** Subjects with open reports, oldest first; or those whose reports are closed, latest first. */
export function listReported({
  isOpen,
  type,
  reason,
  after,
  take,
}: QueuePageQuery & { isOpen: boolean }): Promise<QueueRecord[]> {
  const order = Prisma.raw(isOpen ? "ASC" : "DESC");
  const beyond = after
    ? isOpen
      ? Prisma.sql`AND key > ${after}::uuid`
      : Prisma.sql`AND key < ${after}::uuid`
    : Prisma.empty;
  return db().$queryRaw<QueueRecord[]>`
    SELECT * FROM (
      SELECT subject_type AS type, subject_id AS id, (array_agg(id ORDER BY id ${order}))[1] AS key,
             (array_agg(context ORDER BY id DESC))[1] AS context, array_agg(DISTINCT reason) AS reasons,
             count(*)::int AS reports, ${isOpen ? Prisma.sql`min(created_at)` : Prisma.sql`max(resolved_at)`} AS at
        FROM reports
       WHERE resolved_at IS ${Prisma.raw(isOpen ? "NULL" : "NOT NULL")} ${ofType(type)}
       GROUP BY 1, 2) each
     WHERE true ${beyond} ${reason ? Prisma.sql`AND ${reason} = ANY (reasons)` : Prisma.empty}
     ORDER BY key ${order} LIMIT ${take}`;
}

/** Nobody needs to answer once the decision was undone. */
const IS_PENDING = Prisma.sql`answered_at IS NULL AND appealed_at IS NOT NULL AND undone_at IS NULL`;

/** Decisions with a pending appeal, oldest first. */
export function listAppeals({ type, reason, after, take }: QueuePageQuery): Promise<QueueRecord[]> {
  return db().$queryRaw<QueueRecord[]>`
    SELECT subject_type AS type, subject_id AS id, id AS key, context, ARRAY[reason] AS reasons, 0 AS reports,
           appealed_at AS at
      FROM decisions
     WHERE ${IS_PENDING} ${ofType(type)}
       ${reason ? Prisma.sql`AND reason = ${reason}` : Prisma.empty}
       ${after ? Prisma.sql`AND id > ${after}::uuid` : Prisma.empty}
     ORDER BY id LIMIT ${take}`;
}

/** How many cases are open, by type; appeals under `appeals`. */
export function countQueue(): Promise<{ type: SubjectType | "appeals"; count: number }[]> {
  return db().$queryRaw`
    SELECT subject_type AS type, count(DISTINCT subject_id)::int AS count FROM reports
     WHERE resolved_at IS NULL GROUP BY 1
    UNION ALL
    SELECT 'appeals', count(*)::int FROM decisions WHERE ${IS_PENDING}`;
}

export type ReportRecord = {
  id: string;
  reason: string;
  note: string;
  context: Prisma.JsonValue;
  createdAt: Date;
  resolvedAt: Date | null;
  reporter: { id: string; username: string; displayName: string; avatarKey: string | null } | null;
};

/** Reports about a subject, newest first. */
export function listReports(
  { type, id }: { type: SubjectType; id: string },
  take: number,
): Promise<ReportRecord[]> {
  return db().report.findMany({
    where: { subjectType: type, subjectId: id },
    orderBy: { id: "desc" },
    take,
    select: {
      id: true,
      reason: true,
      note: true,
      context: true,
      createdAt: true,
      resolvedAt: true,
      reporter: { select: { id: true, username: true, displayName: true, avatarKey: true } },
    },
  });
}

/** The snapshot in the newest report or decision, without what that decision blocked. */
export async function findKept(
  { type, id }: { type: SubjectType; id: string },
  client: Db = db(),
): Promise<Snapshot | null> {
  const rows = await client.$queryRaw<{ context: Snapshot }[]>`
    SELECT context - 'blocked' AS context FROM (
      (SELECT id, context FROM reports WHERE subject_type = ${type} AND subject_id = ${id}::uuid ORDER BY id DESC LIMIT 1)
      UNION ALL
      (SELECT id, context FROM decisions WHERE subject_type = ${type} AND subject_id = ${id}::uuid ORDER BY id DESC LIMIT 1)
    ) kept ORDER BY id DESC LIMIT 1`;
  return rows[0]?.context ?? null;
}

/** Closes the reports about a subject. @returns the reporters to notify */
export function resolveReports(
  { type, id, isUpheld }: { type: SubjectType; id: string; isUpheld: boolean },
  tx: Db,
): Promise<{ id: string; reporterId: string | null }[]> {
  return tx.$queryRaw`
    UPDATE reports SET resolved_at = now(), is_upheld = ${isUpheld}
     WHERE subject_type = ${type} AND subject_id = ${id}::uuid AND resolved_at IS NULL
    RETURNING id, reporter_id AS "reporterId"`;
}

export type HistoryRecord = {
  id: string;
  createdAt: Date;
  actorName: string;
  action: string;
  reason: string;
  note: string;
};

/** Audit log entries about a subject and its author, newest first. */
export function listHistory(
  { type, id, personId }: { type: SubjectType; id: string; personId: string | null },
  take: number,
): Promise<HistoryRecord[]> {
  return db().auditEntry.findMany({
    where: { OR: [{ subjectType: type, subjectId: id }, ...(personId ? [{ personId }] : [])] },
    orderBy: { id: "desc" },
    take,
    select: { id: true, createdAt: true, actorName: true, action: true, reason: true, note: true },
  });
}

export type CasePersonRecord = {
  id: string;
  username: string;
  displayName: string;
  avatarKey: string | null;
  role: Role;
  createdAt: Date;
  limitedUntil: Date | null;
  suspendedUntil: Date | null;
  reports: number;
  decisions: number;
};

export async function findCasePerson(id: string): Promise<CasePersonRecord | null> {
  const rows = await db().$queryRaw<CasePersonRecord[]>`
    SELECT u.id, u.username, u.display_name AS "displayName", u.avatar_key AS "avatarKey", u.role,
           u.created_at AS "createdAt", u.limited_until AS "limitedUntil", u.suspended_until AS "suspendedUntil",
           (SELECT count(*)::int FROM reports r WHERE r.person_id = u.id) AS reports,
           (SELECT count(*)::int FROM decisions d WHERE d.person_id = u.id AND d.undone_at IS NULL) AS decisions
      FROM users u WHERE u.id = ${id}::uuid`;
  return rows[0] ?? null;
}
