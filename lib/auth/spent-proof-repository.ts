import "server-only";
import { db } from "@/lib/db/client";

/** Notes a use; false if it is noted already. */
export async function insertSpentProof(proof: { id: string; expiresAt: Date }): Promise<boolean> {
  const { count } = await db().spentProof.createMany({ data: [proof], skipDuplicates: true });
  return count > 0;
}

/** Forgets up to `limit` uses that expired before `before`. @returns how many */
export function deleteExpiredProofs(before: Date, limit: number): Promise<number> {
  return db().$executeRaw`
    DELETE FROM spent_proofs WHERE id IN
      (SELECT id FROM spent_proofs WHERE expires_at < ${before} LIMIT ${limit})`;
}
