import "server-only";
import { db, type Db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";

/** Tables from which a decision removes rows. */
export type RemovableTable = "posts" | "comments" | "reviews" | "collections" | "app_versions";

/**
 * Stores a row together with all rows that its deletion cascades to. The caller deletes it in the same transaction.
 * @param decisionId the decision, which must already be stored
 * @returns false if there is no such row
 */
export async function keepRows(
  {
    table,
    id,
    decisionId,
    purgeAt,
  }: { table: RemovableTable; id: string; decisionId: string; purgeAt: Date | null },
  tx: Db,
): Promise<boolean> {
  const name = Prisma.raw(table);
  await tx.$queryRaw`SELECT 1 FROM ${name} WHERE id = ${id}::uuid FOR UPDATE`;
  const count = await tx.$executeRaw`
    INSERT INTO removals (decision_id, rows, files, purge_at)
    SELECT ${decisionId}::uuid, rows_with_dependents(${Prisma.raw(`'${table}'`)}::regclass, jsonb_build_array(to_jsonb(t))), '{}',
           ${purgeAt}::timestamptz
      FROM ${name} t WHERE t.id = ${id}::uuid`;
  return count > 0;
}

export async function setRemovedFiles(decisionId: string, files: string[], tx: Db): Promise<void> {
  await tx.removal.update({ where: { decisionId }, data: { files }, select: { decisionId: true } });
}

/**
 * Restores the row of a decision and, of the rows that depend on it, those that still fit.
 * @returns the row's id and the keys of their files; null if they have been purged or the row no longer fits, after which
 * the caller rolls back
 */
export async function putRowsBack(
  decisionId: string,
  tx: Db,
): Promise<{ rowId: string; files: string[] } | null> {
  const [taken] = await tx.$queryRaw<{ table: RemovableTable; rowId: string; files: string[] }[]>`
    WITH taken AS (DELETE FROM removals WHERE decision_id = ${decisionId}::uuid RETURNING rows, files)
    SELECT rows->0->>'table' AS "table", rows->0->'rows'->0->>'id' AS "rowId", files
      FROM taken, LATERAL (SELECT put_rows_back(taken.rows)) put`;
  if (!taken) return null;
  const { table, ...restored } = taken;
  // Another statement, because one does not see the rows that its functions insert.
  const found = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM ${Prisma.raw(table)} WHERE id = ${restored.rowId}::uuid`;
  return found.length > 0 ? restored : null;
}

/**
 * Purges up to `limit` expired removals.
 * @returns how many, keys of files, hashes of packages
 */
export async function deleteOldRemovals(
  before: Date,
  limit: number,
): Promise<{ count: number; files: string[]; packages: string[] }> {
  const rows = await db().$queryRaw<{ files: string[]; packages: string[] }[]>`
    DELETE FROM removals WHERE decision_id IN
      (SELECT decision_id FROM removals WHERE purge_at < ${before} LIMIT ${limit})
    RETURNING files,
      jsonb_path_query_array(rows, '$[*] ? (@.table == "app_versions").rows[*].package_sha256') AS packages`;
  return {
    count: rows.length,
    files: rows.flatMap(({ files }) => files),
    packages: rows.flatMap(({ packages }) => packages),
  };
}
