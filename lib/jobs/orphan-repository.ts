import "server-only";
import { db, inLongTransaction } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import columns from "@/lib/files/file-columns.json";

const KEY_OF: Record<string, (column: string) => string> = {
  key: (column) => column,
  keys: (column) => `unnest(${column})`,
  sha256: (column) => `'packages/' || ${column} || '.gum'`,
};

/** Selects the key of each file that a row names. */
const NAMED = Prisma.raw(
  [
    ...Object.entries(columns).flatMap(([kind, tables]) =>
      Object.entries<string[]>(tables).flatMap(([table, names]) =>
        names.map((column) => `SELECT ${KEY_OF[kind]!(column)} AS key FROM ${table}`),
      ),
    ),
    "SELECT unnest(files) FROM removals",
  ].join(" UNION ALL "),
);

/** Those of the keys that no row names. The rows that a removal keeps name files, too: packages of versions, for instance. */
export async function listUnnamed(keys: string[]): Promise<string[]> {
  if (keys.length === 0) return [];
  // One snapshot: a row is in its table or among the removed ones. What moderators took away keeps its name while it is held, and
  // after they have given it back until it is moved.
  const rows = await inLongTransaction(
    (tx) => tx.$queryRaw<{ key: string }[]>`
      SELECT asked.key FROM unnest(${keys}::text[]) AS asked (key)
       WHERE NOT EXISTS (
           SELECT 1 FROM (${NAMED}) named WHERE named.key = regexp_replace(asked.key, '^held/', 'media/'))
         AND NOT EXISTS (
           SELECT 1 FROM removals
            WHERE position(split_part(split_part(asked.key, '/', 2), '.', 1) IN rows::text) > 0)`,
  );
  return rows.map(({ key }) => key);
}

const NAME = "orphaned-files";

export type Progress = { area: string; after: string | null };

/** Where the last run stopped, and when a pass over all files was last completed. */
export async function readProgress(): Promise<{ at: Progress | null; passedAt: Date | null }> {
  const row = await db().operation.findUnique({ where: { name: NAME } });
  const state = (row?.state ?? {}) as { at?: Progress };
  return { at: state.at ?? null, passedAt: row?.succeededAt ?? null };
}

export async function saveProgress(at: Progress | null, passedAt: Date | null): Promise<void> {
  const data = { state: at ? { at } : {}, ...(passedAt && { succeededAt: passedAt }) };
  await db().operation.upsert({ where: { name: NAME }, create: { name: NAME, ...data }, update: data });
}
