import "server-only";
import { pool } from "@/lib/db/pool";
import { AppError } from "@/lib/shared/errors";
import { metrics } from "./metrics";

/** The metrics in Prometheus' text format. @throws AppError not_found if metrics are disabled */
export async function writeMetrics(): Promise<{ text: string; type: string }> {
  const all = metrics();
  if (!all) throw new AppError("not_found");
  const { totalCount, idleCount, waitingCount } = pool();
  all.connections.set({ state: "busy" }, totalCount - idleCount);
  all.connections.set({ state: "idle" }, idleCount);
  all.connections.set({ state: "waiting" }, waitingCount);
  return { text: await all.registry.metrics(), type: all.registry.contentType };
}

type ProcessFacts = { errors: number; rateLimited: number; failedJobs: number; lastJobAt: string | null };

/** What this process has counted since its start; null if metrics are disabled. */
export async function processFacts(): Promise<ProcessFacts | null> {
  const all = metrics();
  if (!all) return null;
  const [errors, rateLimited, jobs, successes] = await Promise.all([
    all.errors.get(),
    all.rateLimited.get(),
    all.jobs.get(),
    all.jobSuccess.get(),
  ]);
  const sum = (values: { value: number }[]) => values.reduce((total, { value }) => total + value, 0);
  const last = Math.max(0, ...successes.values.map(({ value }) => value));
  return {
    errors: sum(errors.values),
    rateLimited: sum(rateLimited.values),
    failedJobs: sum(jobs.values.filter(({ labels }) => labels.result === "failed")),
    lastJobAt: last > 0 ? new Date(last * 1_000).toISOString() : null,
  };
}
