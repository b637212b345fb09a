import "server-only";
import { db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";

export type LinkRecord = {
  url: string;
  title: string;
  description: string;
  imageKey: string | null;
  imageWidth: number | null;
  imageHeight: number | null;
  imageAlt: string;
};

/** SQL for the LinkRecord of the posts row `p`; null without a card. */
export const LINK_OF_POST = Prisma.sql`CASE WHEN p.link_id IS NOT NULL THEN
  (SELECT json_build_object('url', l.url, 'title', l.title, 'description', l.description, 'imageKey', l.image_key,
            'imageWidth', l.image_width, 'imageHeight', l.image_height, 'imageAlt', l.image_alt)
     FROM links l WHERE l.id = p.link_id AND l.title <> '')
  END`;

/** The page of this URL, if fetched after `since`; an empty title means there was nothing to show. */
export function findLink(url: string, since: Date): Promise<{ id: string; title: string } | null> {
  return db().link.findFirst({ where: { url, readAt: { gte: since } }, select: { id: true, title: true } });
}

const CONTENT = {
  url: true,
  title: true,
  description: true,
  imageKey: true,
  imageWidth: true,
  imageHeight: true,
  imageAlt: true,
} as const;

export function findLinkContent(id: string): Promise<LinkRecord | null> {
  return db().link.findUnique({ where: { id }, select: CONTENT });
}

/**
 * Stores the current metadata of a page.
 * @returns its id, and the key of its previous picture
 */
export async function saveLink(
  link: LinkRecord & { id: string; readAt: Date },
): Promise<{ id: string; droppedKey: string | null }> {
  const rows = await db().$queryRaw<{ id: string; droppedKey: string | null }[]>`
    WITH before AS (SELECT image_key FROM links WHERE url = ${link.url})
    INSERT INTO links (id, url, title, description, image_key, image_width, image_height, image_alt, read_at)
    VALUES (${link.id}::uuid, ${link.url}, ${link.title}, ${link.description}, ${link.imageKey}, ${link.imageWidth},
            ${link.imageHeight}, ${link.imageAlt}, ${link.readAt})
    ON CONFLICT (url) DO UPDATE SET title = excluded.title, description = excluded.description,
      image_key = excluded.image_key, image_width = excluded.image_width, image_height = excluded.image_height,
      image_alt = excluded.image_alt, read_at = excluded.read_at
    RETURNING id, (SELECT image_key FROM before) AS "droppedKey"`;
  return rows[0]!;
}

/**
 * Deletes up to `limit` pages fetched before `before` that no post shows, or whose host is blocked.
 * @returns their picture keys
 */
export async function deleteUnusedLinks(before: Date, limit: number): Promise<(string | null)[]> {
  const rows = await db().$queryRaw<{ imageKey: string | null }[]>`
    DELETE FROM links WHERE id IN (
      SELECT l.id FROM links l
       WHERE (l.read_at < ${before} AND NOT EXISTS (SELECT 1 FROM posts p WHERE p.link_id = l.id))
          OR EXISTS (SELECT 1 FROM blocked_hosts b
                      WHERE split_part(l.url, '/', 3) = b.host OR split_part(l.url, '/', 3) LIKE '%.' || b.host)
       LIMIT ${limit})
    RETURNING image_key AS "imageKey"`;
  return rows.map(({ imageKey }) => imageKey);
}
