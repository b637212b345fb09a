import "server-only";
import { db } from "@/lib/db/client";

/** Posts that were stored without search terms. The partial index posts_unindexed_idx holds just them. */
export function listUnindexed(take: number): Promise<{ id: string; body: string }[]> {
  return db().$queryRaw`
    SELECT id, body FROM posts WHERE search = ''::tsvector ORDER BY id LIMIT ${take}`;
}

/**
 * Stores the terms of posts, unless somebody has edited them meanwhile.
 * @returns how many
 */
export function writeTerms(posts: { id: string; body: string; terms: string[] }[]): Promise<number> {
  return db().$executeRaw`
    UPDATE posts p SET search = array_to_tsvector(t.terms)
      FROM jsonb_to_recordset(${JSON.stringify(posts)}::jsonb) AS t(id uuid, body text, terms text[])
     WHERE p.id = t.id AND p.body = t.body AND p.search = ''::tsvector`;
}
