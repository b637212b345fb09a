import "server-only";
import { db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { readRows } from "@/lib/db/pool";

export async function findSuspendedUntil(id: string): Promise<Date | null> {
  const row = await db().user.findUnique({ where: { id }, select: { suspendedUntil: true } });
  return row?.suspendedUntil ?? null;
}

export async function findLimitedUntil(id: string): Promise<Date | null> {
  const rows = await readRows<{ until: Date | null }>(
    Prisma.sql`SELECT limited_until AS until FROM users WHERE id = ${id}::uuid`,
  );
  return rows[0]?.until ?? null;
}

/** Whether this host or one of its parent domains is blocked for apps. */
export async function isHostBlocked(host: string): Promise<boolean> {
  const parts = host.split(".");
  const above = parts.map((_, index) => parts.slice(index).join("."));
  const rows = await readRows(
    Prisma.sql`SELECT 1 FROM blocked_hosts WHERE host = ANY (${above}::text[]) LIMIT 1`,
  );
  return rows.length > 0;
}
