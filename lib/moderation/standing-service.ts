import "server-only";
import type { Actor } from "@/lib/shared/contract";
import { AppError } from "@/lib/shared/errors";
import { findLimitedUntil, findSuspendedUntil, isHostBlocked } from "./standing-repository";

/** Guards every public write. @throws AppError account_limited if moderators have made a person read-only */
export async function requireUnlimited(actor: Actor): Promise<void> {
  const until = await findLimitedUntil(actor.id);
  if (until && until > new Date())
    throw new AppError("account_limited", { details: { until: until.toISOString() } });
}

/** Whether a person is suspended. Their sessions have ended, but jobs scheduled earlier may still run. */
export async function isSuspended(actor: Actor, now: Date): Promise<boolean> {
  const until = await findSuspendedUntil(actor.id);
  return until !== null && until > now;
}

/** Whether a person is read-only or suspended. */
export async function isRestricted(actor: Actor, now: Date): Promise<boolean> {
  const limits = await Promise.all([findLimitedUntil(actor.id), findSuspendedUntil(actor.id)]);
  return limits.some((until) => until !== null && until > now);
}

/** Those of these hosts that moderators have blocked for all apps. */
export async function listBlockedAmong(hosts: readonly string[]): Promise<string[]> {
  const blocked = await Promise.all(hosts.map((host) => isHostBlocked(host)));
  return hosts.filter((_, index) => blocked[index]);
}
