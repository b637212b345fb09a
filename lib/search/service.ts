import "server-only";
import type { CompleteQuery, Completions, SearchQuery, SearchResults, Tag } from "./contract";
import type { SearchType } from "./rules";
import { idSchema, type Actor } from "@/lib/shared/contract";
import { AppError } from "@/lib/shared/errors";
import { foldText, searchQuery } from "./terms";
import { findCollections } from "@/lib/collections/service";
import { fromReplica } from "@/lib/db/replica";
import { presentPostPage } from "@/lib/posts/presenter";
import { completeNames, searchPeople } from "@/lib/people/repository";
import { completeTags, listTrendingTags } from "@/lib/posts/tag-service";
import { presentPerson } from "@/lib/people/presenter";
import { COMPLETIONS, TRENDING_TAGS } from "@/lib/config/limits";
import { searchPosts } from "@/lib/posts/timeline-repository";
import { listApps } from "@/lib/apps/service";
import { peopleCursor, peoplePage } from "@/lib/people/service";

const NOTHING = { items: [], nextCursor: null };

/** A page of what the query names; of `all`, the first page of each. @throws AppError validation_error */
export async function search({ viewer, query }: { viewer: Actor; query: SearchQuery }) {
  const { type } = query;
  if (type !== "all") return searchOne({ viewer, query: { ...query, type } });
  const first = <Type extends SearchType>(type: Type) =>
    searchOne({ viewer, query: { ...query, type, after: undefined } }) as Promise<SearchResults[Type]>;
  const [users, posts, apps, collections] = await Promise.all([
    first("users"),
    first("posts"),
    first("apps"),
    first("collections"),
  ]);
  return { users, posts, apps, collections };
}

/**
 * People, posts, apps or collections that match every word, the last one as a prefix. A text without letters or digits finds nothing.
 * @throws AppError validation_error if `after` is not a cursor
 */
async function searchOne({
  viewer,
  query,
}: {
  viewer: Actor;
  query: SearchQuery & { type: SearchType };
}): Promise<SearchResults[keyof SearchResults]> {
  const terms = searchQuery(query.q);
  if (!terms) return NOTHING;
  const page = { viewerId: viewer.id, search: terms, take: query.limit + 1 };
  const find = <Cursor, Row>(list: (of: typeof page & { after: Cursor }) => Promise<Row[]>, after: Cursor) =>
    fromReplica(viewer.id, () => list({ ...page, after }));
  switch (query.type) {
    case "users":
      return peoplePage(await find(searchPeople, peopleCursor(query.after)), query.limit);
    case "posts":
      return presentPostPage(await find(searchPosts, postCursor(query.after)), query.limit);
    case "apps":
      return listApps({
        viewer,
        query: { search: query.q, limit: query.limit, after: query.after, orderBy: "popular" },
      });
    case "collections":
      return findCollections({ viewer, search: terms, query: { limit: query.limit, after: query.after } });
  }
}

/** Trending hashtags. */
export async function trendingTags(): Promise<Tag[]> {
  return (await listTrendingTags(TRENDING_TAGS)).map(({ tag, posts }) => ({ tag, posts }));
}

/** Completes the prefix of a name or tag. */
export async function complete({
  viewer,
  query: { type, q },
}: {
  viewer: Actor;
  query: CompleteQuery;
}): Promise<Completions> {
  if (type === "tags") {
    const tags = await completeTags(q, COMPLETIONS);
    return { users: [], tags: tags.map(({ tag, posts }) => ({ tag, posts })) };
  }
  const prefix = { viewerId: viewer.id, text: foldText(q), search: searchQuery(q), take: COMPLETIONS };
  const people = await fromReplica(viewer.id, () => completeNames(prefix));
  return { users: people.map(presentPerson), tags: [] };
}

function postCursor(after: string | undefined): string | undefined {
  if (after === undefined) return undefined;
  const id = idSchema.safeParse(after);
  if (!id.success) throw new AppError("validation_error", { message: "after is not a cursor of this list." });
  return id.data;
}
