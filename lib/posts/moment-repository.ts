import "server-only";
import { db, type Db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import type { Moment } from "./moment-contract";

/** What a list of posts reads of a moment. */
export type PostMomentRecord = {
  pictureHash: string | null;
  pictureWidth: number | null;
  pictureHeight: number | null;
  alt: string;
};

/** SQL for the PostMomentRecord, or null, of the posts row `p`. */
export const MOMENT_OF_POST = Prisma.sql`
  CASE WHEN p.app_id IS NOT NULL THEN (
    SELECT json_build_object('pictureHash', pm.picture_hash, 'pictureWidth', pm.picture_width,
             'pictureHeight', pm.picture_height, 'alt', pm.alt)
      FROM post_moments pm WHERE pm.post_id = p.id AND pm.app_id = p.app_id)
  END`;

export type NewMoment = Moment & {
  postId: string;
  alt: string;
  picture: { bytes: Uint8Array<ArrayBuffer>; hash: string; width: number; height: number } | null;
};

export async function insertMoment({ picture, ...moment }: NewMoment, tx: Db): Promise<void> {
  const stored = picture && {
    picture: picture.bytes,
    pictureHash: picture.hash,
    pictureWidth: picture.width,
    pictureHeight: picture.height,
  };
  await tx.postMoment.create({ data: { ...moment, ...stored } });
}

export function findMoment(postId: string): Promise<Moment | null> {
  return db().postMoment.findUnique({
    where: { postId },
    select: { appId: true, state: true, href: true },
  });
}

export async function findMomentPicture(
  postId: string,
): Promise<{ bytes: Uint8Array<ArrayBuffer>; hash: string } | null> {
  const moment = await db().postMoment.findUnique({
    where: { postId },
    select: { picture: true, pictureHash: true },
  });
  return moment?.picture && moment.pictureHash ? { bytes: moment.picture, hash: moment.pictureHash } : null;
}
