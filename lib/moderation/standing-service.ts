import "server-only";
import type { Actor } from "@/lib/shared/contract";
import { AppError } from "@/lib/shared/errors";
import { findLimitedUntil, isHostBlocked } from "./standing-repository";

/** For everything that others see. @throws AppError account_limited where moderators let a person only read */
export async function requireUnlimited(actor: Actor): Promise<void> {
  const until = await findLimitedUntil(actor.id);
  if (until && until > new Date())
    throw new AppError("account_limited", { details: { until: until.toISOString() } });
}

/** Those of these hosts that moderators have blocked for all apps. */
export async function listBlockedAmong(hosts: readonly string[]): Promise<string[]> {
  const blocked = await Promise.all(hosts.map((host) => isHostBlocked(host)));
  return hosts.filter((_, index) => blocked[index]);
}
