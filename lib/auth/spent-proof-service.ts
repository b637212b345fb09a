import "server-only";
import { hashFor } from "./secret-service";
import { insertSpentProof } from "./spent-proof-repository";

/**
 * Uses up something that may prove once who somebody is; false if it was used before.
 * @param proof what cannot be written in two ways: without a signature, decoded
 * @param expiresAt from then on it is refused anyway
 */
export function spendProof(
  kind: "code" | "id-token" | "newcomer" | "message",
  proof: string,
  expiresAt: Date,
): Promise<boolean> {
  return insertSpentProof({ id: hashFor("spent-proof", `${kind}:${proof}`), expiresAt });
}
