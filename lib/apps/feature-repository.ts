import "server-only";
import { db, type Db } from "@/lib/db/client";
import type { FeatureState } from "./rules";

const SELECT = { state: true, reason: true, proposedAt: true, answer: true, decidedAt: true } as const;
export type FeatureRecord = {
  state: string;
  reason: string;
  proposedAt: Date;
  answer: string;
  decidedAt: Date | null;
};

export function findFeature(appId: string, client: Db = db()): Promise<FeatureRecord | null> {
  return client.featureProposal.findUnique({ where: { appId }, select: SELECT });
}

/** @returns false if the app is proposed or approved already */
export async function insertProposal(appId: string, reason: string, tx: Db): Promise<boolean> {
  const count = await tx.$executeRaw`
    INSERT INTO feature_proposals AS f (app_id, reason) VALUES (${appId}::uuid, ${reason})
    ON CONFLICT (app_id) DO UPDATE
      SET state = 'proposed', reason = excluded.reason, proposed_at = now(), answer = '', decided_at = NULL
      WHERE f.state = 'refused'`;
  return count > 0;
}

/** @returns false if there is no such proposal in one of these states */
export async function decideProposal(
  { appId, from, to, answer }: { appId: string; from: FeatureState[]; to: FeatureState; answer: string },
  tx: Db,
): Promise<boolean> {
  const { count } = await tx.featureProposal.updateMany({
    where: { appId, state: { in: from } },
    data: { state: to, answer, decidedAt: new Date() },
  });
  return count > 0;
}

/** @returns false if there is none */
export async function deleteProposal(appId: string, tx: Db): Promise<boolean> {
  const { count } = await tx.featureProposal.deleteMany({ where: { appId, state: { not: "refused" } } });
  return count > 0;
}

/** Proposals of published apps in a state: the oldest first, or the last decided. */
export function listFeatures(state: FeatureState, take: number) {
  return db().featureProposal.findMany({
    where: { state, app: { isPublic: true } },
    orderBy: state === "proposed" ? { proposedAt: "asc" } : { decidedAt: "desc" },
    take,
    select: {
      ...SELECT,
      app: {
        select: { id: true, name: true, iconKey: true, ownerId: true, owner: { select: { username: true } } },
      },
    },
  });
}
