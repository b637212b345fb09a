import "server-only";
import { findPrivate } from "@/lib/people/privacy-repository";
import type { Actor } from "@/lib/shared/contract";
import { AppError } from "@/lib/shared/errors";
import { findPostAuthor } from "./repository";

/**
 * Guards reposts and quotes: what a private person wrote is for their followers.
 * @returns the author of the post
 * @throws AppError not_found; private_account
 */
export async function requireSharable(actor: Actor, postId: string): Promise<string> {
  const authorId = await findPostAuthor(actor.id, postId);
  if (authorId === null) throw new AppError("not_found");
  if (authorId !== actor.id && (await findPrivate(authorId))) throw new AppError("private_account");
  return authorId;
}
