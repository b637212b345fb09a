import "server-only";
import { diskSpace } from "@/lib/files/service";
import { logger } from "@/lib/infra/logger";
import { processFacts } from "@/lib/infra/metrics-page";
import { checkReadiness } from "@/lib/infra/readiness";
import { requireAdmin } from "@/lib/moderation/role-service";
import type { Actor } from "@/lib/shared/contract";
import {
  everyDay,
  type InstanceFacts,
  type PeopleFacts,
  samplePercent,
  SIGNUP_DAYS,
  type StorageFacts,
} from "./facts";
import {
  countPeople,
  countSignups,
  countWork,
  readEstimates,
  sumFiles,
  type TableEstimates,
} from "./facts-repository";

/** Several admins, and reloads, read the figures once. */
const FRESH_MS = 30_000;

let cached: { at: number; facts: Promise<InstanceFacts> } | undefined;

/**
 * Figures of the instance, at most FRESH_MS old: large tables are sampled, and each query ends after two seconds.
 * @throws AppError not_found for everybody but admins
 */
export async function getFacts(viewer: Actor): Promise<InstanceFacts> {
  await requireAdmin(viewer);
  if (!cached || performance.now() - cached.at > FRESH_MS)
    cached = { at: performance.now(), facts: readFacts(new Date()) };
  return cached.facts;
}

/** Never rejects. */
async function readFacts(now: Date): Promise<InstanceFacts> {
  const estimates = readEstimates();
  const [people, signups, storage, work, health, process] = await Promise.all([
    orNull(estimates.then(readPeople)),
    orNull(readSignups(now)),
    orNull(estimates.then(readStorage)),
    orNull(countWork(now)),
    orNull(checkReadiness()),
    orNull(processFacts()),
  ]);
  return { at: now.toISOString(), people, signups, storage, work, health, process };
}

async function orNull<T>(block: Promise<T>): Promise<T | null> {
  return block.catch((error: unknown) => {
    logger().warn({ err: error }, "figures of the instance could not be read");
    return null;
  });
}

async function readPeople({ users }: TableEstimates): Promise<PeopleFacts> {
  const percent = samplePercent(users);
  const counted = await countPeople(percent);
  const isEstimate = percent < 100;
  if (!isEstimate) return { ...counted, isEstimate };
  const share = (count: number) => Math.round((users * count) / Math.max(1, counted.total));
  return {
    total: Math.round(users),
    activeDay: share(counted.activeDay),
    activeWeek: share(counted.activeWeek),
    isEstimate,
  };
}

async function readSignups(now: Date) {
  const first = new Date(now.getTime() - (SIGNUP_DAYS - 1) * 86_400_000);
  first.setUTCHours(0, 0, 0, 0);
  return everyDay(await countSignups(first), now);
}

async function readStorage(rows: TableEstimates): Promise<StorageFacts> {
  const [sizes, disk] = await Promise.all([sumFiles(rows), diskSpace()]);
  const tables = [rows.appVersions, rows.storedFiles, rows.exports, rows.media];
  return {
    database: rows.database,
    ...sizes,
    pictures: Math.round(sizes.pictures),
    isEstimate: tables.some((estimate) => samplePercent(estimate) < 100),
    disk,
  };
}
