import "server-only";
import { findFollowersAmong } from "@/lib/people/follow-repository";
import { findPrivateAmong } from "@/lib/people/privacy-repository";

/** Whether a viewer may see the posts of all these authors, who are some of those that were looked up. */
export type Audiences = (authorIds: readonly string[], viewer: { viewerId: string }) => boolean;

/**
 * @param findClosed those of some people who show what they post to their followers only
 * @returns for some of these authors, who among `viewerIds` may see all their posts
 */
export async function findAudiences(
  authorIds: readonly string[],
  viewerIds: readonly string[],
  findClosed: (userIds: string[]) => Promise<string[]> = findPrivateAmong,
): Promise<Audiences> {
  const followersOf = async (id: string) =>
    [id, new Set([id, ...(await findFollowersAmong(id, [...viewerIds]))])] as const;
  const closed = new Map(await Promise.all((await findClosed([...new Set(authorIds)])).map(followersOf)));
  return (ids, { viewerId }) => ids.every((id) => closed.get(id)?.has(viewerId) ?? true);
}
