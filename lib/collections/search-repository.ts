import "server-only";
import { db, type Db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { readRows } from "@/lib/db/pool";
import type { ListCursor } from "@/lib/shared/list-cursor";
import { columns, hasApp, joins, offered, type CollectionRecord } from "./repository";

/**
 * Public collections that match a tsquery and show the viewer something; of their own also empty ones. Those that most people
 * saved come first.
 * @param search see lib/search/terms.ts
 */
export function searchCollections({
  viewerId,
  search,
  after,
  take,
}: {
  viewerId: string;
  search: string;
  after: ListCursor | null;
  take: number;
}): Promise<CollectionRecord[]> {
  const from = after
    ? Prisma.sql`AND (c.saved_count, c.id) < (${after.key}::int, ${after.id}::uuid)`
    : Prisma.empty;
  // The icons of the page alone are read.
  return readRows<CollectionRecord>(Prisma.sql`
    WITH found AS MATERIALIZED (
      SELECT c.id FROM collections c JOIN users u ON u.id = c.owner_id
       WHERE c.search @@ ${search}::tsquery AND ${offered(viewerId)}
         AND (c.owner_id = ${viewerId}::uuid OR ${hasApp(viewerId)}) ${from}
       ORDER BY c.saved_count DESC, c.id DESC LIMIT ${take})
    SELECT ${columns(viewerId)} FROM found JOIN collections c USING (id) ${joins(viewerId)}
     ORDER BY c.saved_count DESC, c.id DESC`);
}

export type IndexedCollection = { id: string; title: string; description: string; terms: string[] };

/** Stores the terms of collections, unless somebody has changed their words meanwhile. @returns how many */
export function writeTerms(collections: IndexedCollection[], tx: Db = db()): Promise<number> {
  return tx.$executeRaw`
    UPDATE collections c SET search = array_to_tsvector(t.terms)
      FROM jsonb_to_recordset(${JSON.stringify(collections)}::jsonb) AS t(id uuid, title text, description text, terms text[])
     WHERE c.id = t.id AND c.title = t.title AND c.description = t.description`;
}

/** Collections without search terms. The partial index collections_unindexed_idx holds just them. */
export function listUnindexed(take: number): Promise<Omit<IndexedCollection, "terms">[]> {
  return db().$queryRaw`
    SELECT id, title, description FROM collections WHERE search = ''::tsvector ORDER BY id LIMIT ${take}`;
}
