import "server-only";
import type { Db } from "@/lib/db/client";

/** The files that only this person's rows name: pictures under their keys, packages under their hashes. */
export async function listFilesOfUser(
  userId: string,
  tx: Db,
): Promise<{ keys: string[]; packages: string[] }> {
  const keys = await tx.$queryRaw<{ key: string }[]>`
    SELECT unnest(ARRAY[avatar_key, banner_key]) AS key FROM users WHERE id = ${userId}::uuid
    UNION SELECT file_key FROM media WHERE owner_id = ${userId}::uuid
    UNION SELECT unnest(ARRAY[icon_key, banner_key] || screenshot_keys) FROM apps WHERE owner_id = ${userId}::uuid
    UNION SELECT unnest(part_keys) FROM partial_uploads WHERE owner_id = ${userId}::uuid`;
  const packages = await tx.$queryRaw<{ sha256: string }[]>`
    SELECT DISTINCT v.package_sha256 AS sha256 FROM app_versions v JOIN apps a ON a.id = v.app_id
    WHERE a.owner_id = ${userId}::uuid`;
  return { keys: keys.map(({ key }) => key).filter(Boolean), packages: packages.map(({ sha256 }) => sha256) };
}

/**
 * Removes a person and, by the database's own rules, everything of theirs. The counters of what stays (others' posts,
 * people, apps) are taken back first: the rows they count go with the person.
 * @param popularityPerLike what one like adds to an app's popularity; a person who ran it adds one
 */
export async function deleteUserAndCounts(
  userId: string,
  popularityPerLike: number,
  tx: Db,
): Promise<boolean> {
  await tx.$executeRaw`
    UPDATE posts p SET likes_count = greatest(0, p.likes_count - gone.likes),
                       comments_count = greatest(0, p.comments_count - gone.comments)
    FROM (SELECT post_id, sum(likes)::int AS likes, sum(comments)::int AS comments FROM (
            SELECT post_id, 1 AS likes, 0 AS comments FROM likes WHERE user_id = ${userId}::uuid
            UNION ALL SELECT post_id, 0, 1 FROM comments
             WHERE author_id = ${userId}::uuid AND post_id IS NOT NULL) each
          GROUP BY post_id) gone
    WHERE p.id = gone.post_id AND p.author_id <> ${userId}::uuid`;
  await tx.$executeRaw`
    UPDATE users u SET followers_count = greatest(0, u.followers_count - 1)
    FROM follows f WHERE f.follower_id = ${userId}::uuid AND f.followee_id = u.id`;
  await tx.$executeRaw`
    UPDATE users u SET following_count = greatest(0, u.following_count - 1)
    FROM follows f WHERE f.followee_id = ${userId}::uuid AND f.follower_id = u.id`;
  await tx.$executeRaw`
    UPDATE apps a SET likes_count = greatest(0, a.likes_count - gone.likes),
                      users_count = greatest(0, a.users_count - gone.users),
                      runs_count = greatest(0, a.runs_count - gone.runs),
                      comments_count = greatest(0, a.comments_count - gone.comments),
                      popularity = a.popularity - gone.likes * ${popularityPerLike}::int - gone.users
    FROM (SELECT app_id, sum(likes)::int AS likes, sum(users)::int AS users, sum(runs)::int AS runs,
                 sum(comments)::int AS comments FROM (
            SELECT app_id, 1 AS likes, 0 AS users, 0 AS runs, 0 AS comments FROM app_likes
             WHERE user_id = ${userId}::uuid
            UNION ALL SELECT app_id, 0, 1, runs, 0 FROM app_runs WHERE user_id = ${userId}::uuid
            UNION ALL SELECT app_id, 0, 0, 0, 1 FROM comments
             WHERE author_id = ${userId}::uuid AND app_id IS NOT NULL) each
          GROUP BY app_id) gone
    WHERE a.id = gone.app_id AND a.owner_id <> ${userId}::uuid`;
  const { count } = await tx.user.deleteMany({ where: { id: userId } });
  return count > 0;
}
