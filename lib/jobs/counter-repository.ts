import "server-only";
import { type Db, inLongTransaction } from "@/lib/db/client";
import { recounts, type Recount } from "@/lib/db/counters";
import { Prisma } from "@/lib/db/generated/client";

/**
 * Corrects the counters of up to `limit` rows that drifted.
 * @returns how many were corrected
 */
export async function recountDrifted({
  limit,
  popularityPerLike,
}: {
  limit: number;
  popularityPerLike: number;
}): Promise<number> {
  let corrected = 0;
  for (const each of recounts(popularityPerLike))
    corrected += await inLongTransaction((tx) => recount(each, limit, tx));
  return corrected;
}

async function recount({ table, counts, counters, none }: Recount, limit: number, tx: Db): Promise<number> {
  const differs = Prisma.join(
    counters.map((name) => Prisma.sql`t.${name} <> coalesce(c.${name}, ${none})`),
    " OR ",
  );
  const drifted = await tx.$queryRaw<{ id: string }[]>`
    SELECT t.id FROM ${table} t LEFT JOIN (${counts}) c ON c.id = t.id WHERE ${differs} LIMIT ${limit}`;
  if (drifted.length === 0) return 0;
  const ids = drifted.map(({ id }) => id);
  const assignments = Prisma.join(counters.map((name) => Prisma.sql`${name} = coalesce(c.${name}, ${none})`));
  // Writers lock the row when they update a counter. With these rows locked, the next query's snapshot has each like
  // together with its count or not at all.
  await tx.$queryRaw`SELECT id FROM ${table} WHERE id = ANY (${ids}::uuid[]) ORDER BY id FOR UPDATE`;
  return tx.$executeRaw`
    UPDATE ${table} t SET ${assignments}
    FROM ${table} same LEFT JOIN (SELECT * FROM (${counts}) counted WHERE id = ANY (${ids}::uuid[])) c ON c.id = same.id
    WHERE same.id = t.id AND t.id = ANY (${ids}::uuid[]) AND (${differs})`;
}
