import "server-only";
import { db } from "@/lib/db/client";

type SitemapRow = { id: string; at: Date };

/** What search engines may index, newest first, up to `take` of each kind. */
export async function findSitemap(take: number): Promise<{
  people: SitemapRow[];
  posts: SitemapRow[];
  apps: SitemapRow[];
}> {
  const newest = { orderBy: { id: "desc" }, take } as const;
  const [people, posts, apps] = await Promise.all([
    db().user.findMany({
      ...newest,
      where: { profileCompletedAt: { not: null }, postsCount: { gt: 0 }, unlisted: false, isPrivate: false },
      select: { id: true, updatedAt: true },
    }),
    db().post.findMany({
      ...newest,
      where: { author: { unlisted: false, isPrivate: false } },
      select: { id: true, createdAt: true },
    }),
    db().app.findMany({
      ...newest,
      where: { isPublic: true, noindex: false, deletedAt: null },
      select: { shareId: true, updatedAt: true },
    }),
  ]);
  return {
    people: people.map(({ id, updatedAt }) => ({ id, at: updatedAt })),
    posts: posts.map(({ id, createdAt }) => ({ id, at: createdAt })),
    apps: apps.flatMap(({ shareId, updatedAt }) => (shareId ? [{ id: shareId, at: updatedAt }] : [])),
  };
}
