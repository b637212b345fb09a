import "server-only";
import type { Db } from "@/lib/db/client";

/** A person's pinned post. Locks the person's row until the transaction ends. */
export async function lockPin(userId: string, tx: Db): Promise<string | null> {
  const rows = await tx.$queryRaw<{ pinned: string | null }[]>`
    SELECT pinned_post_id AS pinned FROM users WHERE id = ${userId}::uuid FOR NO KEY UPDATE`;
  return rows[0]?.pinned ?? null;
}

/** @param postId one of their own posts, or null to unpin */
export async function updatePin(userId: string, postId: string | null, tx: Db): Promise<void> {
  await tx.$executeRaw`UPDATE users SET pinned_post_id = ${postId}::uuid WHERE id = ${userId}::uuid`;
}
