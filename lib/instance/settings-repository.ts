import "server-only";
import { db, type Db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";

export async function listSettings(client: Db = db()): Promise<Record<string, unknown>> {
  const rows = await client.instanceSetting.findMany({ select: { key: true, value: true } });
  return Object.fromEntries(rows.map(({ key, value }) => [key, value]));
}

export async function writeSetting(key: string, value: Prisma.InputJsonValue, tx: Db): Promise<void> {
  await tx.instanceSetting.upsert({
    where: { key },
    create: { key, value },
    update: { value },
    select: { key: true },
  });
}
