import "server-only";
import type { Db } from "@/lib/db/client";

/** The pinned post of a person, whose row stays locked until the transaction ends. */
export async function lockPin(userId: string, tx: Db): Promise<string | null> {
  const rows = await tx.$queryRaw<{ pinned: string | null }[]>`
    SELECT pinned_post_id AS pinned FROM users WHERE id = ${userId}::uuid FOR NO KEY UPDATE`;
  return rows[0]?.pinned ?? null;
}

/** @param postId one of their own posts, or null */
export async function updatePin(userId: string, postId: string | null, tx: Db): Promise<void> {
  await tx.$executeRaw`UPDATE users SET pinned_post_id = ${postId}::uuid WHERE id = ${userId}::uuid`;
}
