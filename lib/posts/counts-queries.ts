import type { QueryClient } from "@tanstack/react-query";
import { api } from "@/lib/browser/api";
import type { Post, PostCounts } from "./contract";
import { dropCachedPosts, patchCachedPost, postKeys, type PostPages } from "./queries";

/** Reloads the counts and live cards of posts on the screen, after live updates were interrupted. */
export async function refreshCounts(client: QueryClient): Promise<void> {
  const active = client.getQueryCache().findAll({ queryKey: postKeys.all, type: "active" });
  const posts = active.flatMap(({ state }) => {
    const data = state.data as PostPages | Post | undefined;
    if (!data) return [];
    return "pages" in data ? data.pages.flatMap((page) => page.items) : [data];
  });
  // The API takes a hundred ids.
  const ids = [...new Set(posts.map(({ id }) => id))].slice(0, 100);
  if (ids.length === 0) return;
  const { items } = await api<{ items: PostCounts[] }>("/v1/posts/counts", { query: { ids: ids.join(",") } });
  for (const { postId, liked, reposted, room, board, ...counts } of items) {
    patchCachedPost(client, postId, (post) => ({
      ...post,
      counts,
      viewer: { ...post.viewer, liked, reposted },
      // The live stream may have brought a newer one meanwhile.
      room: room && post.room && post.room.version > room.version ? post.room : room,
      board: board ?? undefined,
    }));
  }
  const existing = new Set(items.map(({ postId }) => postId));
  dropCachedPosts(client, (post) => ids.includes(post.id) && !existing.has(post.id));
}
