import "server-only";
import { db } from "@/lib/db/client";
import { isUniqueViolation } from "@/lib/db/errors";

export type EgressCallRecord = {
  id: string;
  host: string;
  method: string;
  decision: string;
  status: number | null;
  bytesUp: number;
  bytesDown: number;
  createdAt: Date;
};

/** Opens a line of the ledger. @returns false if this run has sent this request before */
export async function insertCall(call: {
  id: string;
  userId: string;
  appId: string;
  runId: string;
  requestId: string;
  host: string;
  method: string;
  bytesUp: number;
}): Promise<boolean> {
  try {
    await db().egressCall.create({ data: call, select: { id: true } });
    return true;
  } catch (error) {
    if (isUniqueViolation(error)) return false;
    throw error;
  }
}

/** Closes a line of the ledger. */
export async function finishCall(
  id: string,
  outcome: { decision: string; status: number | null; bytesDown: number },
): Promise<void> {
  await db().egressCall.update({ where: { id }, data: outcome, select: { id: true } });
}

/** The newest calls of an app for a person, `limit` + 1 of them, older than `before` where given. */
export async function listCalls({
  userId,
  appId,
  before,
  limit,
}: {
  userId: string;
  appId: string;
  before: string | undefined;
  limit: number;
}): Promise<EgressCallRecord[]> {
  return db().egressCall.findMany({
    where: { userId, appId, ...(before && { id: { lt: before } }) },
    orderBy: { id: "desc" },
    take: limit + 1,
    select: {
      id: true,
      host: true,
      method: true,
      decision: true,
      status: true,
      bytesUp: true,
      bytesDown: true,
      createdAt: true,
    },
  });
}

/** What a person allowed an app to reach. */
export async function findConsent({
  userId,
  appId,
}: {
  userId: string;
  appId: string;
}): Promise<{ hosts: string[] } | null> {
  return db().egressConsent.findUnique({
    where: { userId_appId: { userId, appId } },
    select: { hosts: true },
  });
}

/** Sets what a person allows an app to reach; an empty list takes everything back. */
export async function saveConsent({
  userId,
  appId,
  hosts,
}: {
  userId: string;
  appId: string;
  hosts: string[];
}): Promise<void> {
  if (hosts.length === 0) {
    await db().egressConsent.deleteMany({ where: { userId, appId } });
    return;
  }
  await db().egressConsent.upsert({
    where: { userId_appId: { userId, appId } },
    create: { userId, appId, hosts },
    update: { hosts, grantedAt: new Date() },
    select: { appId: true },
  });
}

/** What decides whether an app may reach out: its manifest of now, and who may run it. Null if there is none. */
export async function findAppNetwork(
  appId: string,
): Promise<{ ownerId: string; isPublic: boolean; manifest: unknown } | null> {
  const app = await db().app.findFirst({
    where: { id: appId, deletedAt: null },
    select: { ownerId: true, isPublic: true, currentVersion: { select: { manifest: true } } },
  });
  return app?.currentVersion
    ? { ownerId: app.ownerId, isPublic: app.isPublic, manifest: app.currentVersion.manifest }
    : null;
}

/** Removes up to `limit` lines of the ledger from before `before`. @returns how many */
export function deleteOldCalls(before: Date, limit: number): Promise<number> {
  return db().$executeRaw`
    DELETE FROM egress_calls WHERE id IN (SELECT id FROM egress_calls WHERE created_at < ${before} LIMIT ${limit})`;
}
