import "server-only";
import { createHash } from "node:crypto";
import { encodeSmallPicture } from "@/lib/files/small-picture";
import type { Actor } from "@/lib/shared/contract";
import { AppError } from "@/lib/shared/errors";
import type { Moment, MomentInput } from "./moment-contract";
import { findMoment, findMomentPicture, type NewMoment } from "./moment-repository";
import { findPosts } from "./repository";

/**
 * Trust model. Untrusted: whoever requests a moment. It requires access to both the post and its app, like the post's
 * card. A post that is deleted, or whose app is deleted or unpublished, has none.
 */

type OfPost = { viewer: Actor; postId: string };

/** What to store of a moment. @throws AppError payload_too_large, invalid_image */
export async function prepareMoment({
  state,
  href,
  image,
}: MomentInput): Promise<Omit<NewMoment, "postId" | "appId">> {
  const bytes = image ? Buffer.from(image.data, "base64") : null;
  const picture = bytes && {
    ...(await encodeSmallPicture(bytes)),
    hash: createHash("sha256").update(bytes).digest("hex"),
  };
  return { state, href, alt: image?.alt ?? "", picture };
}

/** @throws AppError not_found */
export async function getMoment(of: OfPost): Promise<Moment> {
  const moment = (await canSee(of)) ? await findMoment(of.postId) : null;
  if (!moment) throw new AppError("not_found");
  return moment;
}

/** @throws AppError not_found */
export async function getMomentPicture(
  of: OfPost,
): Promise<{ bytes: Uint8Array<ArrayBuffer>; hash: string }> {
  const picture = (await canSee(of)) ? await findMomentPicture(of.postId) : null;
  if (!picture) throw new AppError("not_found");
  return picture;
}

async function canSee({ viewer, postId }: OfPost): Promise<boolean> {
  const [card] = await findPosts(viewer.id, [postId]);
  return Boolean(card?.app && card.moment);
}
