import "server-only";
import type { Me } from "@/lib/contracts/user";
import { AppError } from "@/lib/domain/errors";
import { presentMe } from "@/lib/server/presenters/user";
import { findMeById } from "@/lib/server/repositories/user-repository";

/** Oneself, with the revision of one's profile. @throws AppError unauthenticated where the account is gone */
export async function getMe(userId: string): Promise<{ me: Me; revision: number }> {
  const record = await findMeById(userId);
  if (!record) throw new AppError("unauthenticated");
  return { me: presentMe(record), revision: record.revision };
}
