import "server-only";
import type { SearchQuery, SearchResults } from "./contract";
import { idSchema, type Actor } from "@/lib/shared/contract";
import { AppError } from "@/lib/shared/errors";
import { searchQuery } from "./terms";
import { presentPostPage } from "@/lib/posts/presenter";
import { searchPeople } from "@/lib/people/repository";
import { searchPosts } from "@/lib/posts/timeline-repository";
import { listApps } from "@/lib/apps/service";
import { peopleCursor, peoplePage } from "@/lib/people/service";

const NOTHING = { items: [], nextCursor: null };

/**
 * People, posts or apps that match every word, the last one as a prefix. A text without letters or digits finds nothing.
 * @throws AppError validation_error if `after` is not a cursor
 */
export async function search({
  viewer,
  query,
}: {
  viewer: Actor;
  query: SearchQuery;
}): Promise<SearchResults[keyof SearchResults]> {
  const terms = searchQuery(query.q);
  if (!terms) return NOTHING;
  const page = { viewerId: viewer.id, search: terms, take: query.limit + 1 };
  switch (query.type) {
    case "users":
      return peoplePage(await searchPeople({ ...page, after: peopleCursor(query.after) }), query.limit);
    case "posts":
      return presentPostPage(await searchPosts({ ...page, after: postCursor(query.after) }), query.limit);
    case "apps":
      return listApps({
        viewer,
        query: { search: query.q, limit: query.limit, after: query.after, orderBy: "popular" },
      });
  }
}

function postCursor(after: string | undefined): string | undefined {
  if (after === undefined) return undefined;
  const id = idSchema.safeParse(after);
  if (!id.success) throw new AppError("validation_error", { message: "after is not a cursor of this list." });
  return id.data;
}
