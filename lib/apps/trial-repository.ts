import "server-only";
import { db, type Db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import type { TrialCause, TrialOutcome } from "./trial-rules";

/** A package is tried once with the same allowances of its frame, whoever uploads it. */
export type TrialKey = { packageSha256: string; allowances: string };

export type TrialFacts = {
  startMs: number | null;
  errors: string[];
  hosts: string[];
  handlers: string[];
  packageBytes: number;
  files: number;
  saves: boolean | null;
  fitsPhone: boolean | null;
  keyboard: boolean | null;
};

export type TrialRecord = {
  outcome: TrialOutcome;
  cause: TrialCause | null;
  facts: TrialFacts;
  desktopKey: string | null;
  phoneKey: string | null;
  triedAt: Date;
};

const SELECT = {
  outcome: true,
  cause: true,
  facts: true,
  desktopKey: true,
  phoneKey: true,
  triedAt: true,
} as const;

export async function findTrial({ packageSha256, allowances }: TrialKey): Promise<TrialRecord | null> {
  const where = { packageSha256_allowances: { packageSha256, allowances } };
  return (await db().packageTrial.findUnique({ where, select: SELECT })) as TrialRecord | null;
}

/** Those of a package, one for each set of allowances. */
export async function listTrials(packageSha256: string): Promise<TrialRecord[]> {
  return (await db().packageTrial.findMany({ where: { packageSha256 }, select: SELECT })) as TrialRecord[];
}

/**
 * Replaces the previous trial, unless that one has a result and this one does not.
 * @returns the trial that is stored now, and the keys of the pictures of the other
 */
export async function saveTrial(
  key: TrialKey,
  made: TrialRecord,
): Promise<{ stored: TrialRecord; unused: (string | null)[] }> {
  const before = await findTrial(key);
  if (before && before.outcome !== "untried" && made.outcome === "untried")
    return { stored: before, unused: [made.desktopKey, made.phoneKey] };
  const { facts, ...trial } = made;
  const data = { ...trial, facts: facts as unknown as Prisma.InputJsonObject };
  const where = { packageSha256_allowances: key };
  await db().packageTrial.upsert({
    where,
    create: { ...key, ...data },
    update: data,
    select: { outcome: true },
  });
  return { stored: made, unused: before ? [before.desktopKey, before.phoneKey] : [] };
}

/** @returns the keys of their pictures */
export async function deleteTrials(packageSha256: string, tx: Db): Promise<(string | null)[]> {
  const where = { packageSha256 };
  const rows = await tx.packageTrial.findMany({ where, select: { desktopKey: true, phoneKey: true } });
  if (rows.length > 0) await tx.packageTrial.deleteMany({ where });
  return rows.flatMap(({ desktopKey, phoneKey }) => [desktopKey, phoneKey]);
}
