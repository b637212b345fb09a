import "server-only";
import type { Me } from "@/lib/people/user-contract";
import { AppError } from "@/lib/shared/errors";
import { PICTURES, type PictureKind } from "./profile-pictures";
import { randomFileKey } from "@/lib/files/file-key";
import { fileStore } from "@/lib/files/file-store";
import { encodeImage } from "@/lib/files/image-encoder";
import { inTransaction } from "@/lib/db/client";
import { presentMe } from "@/lib/people/user-presenter";
import { changeProfile, findMeById, lockUser } from "./user-repository";
import { dropFiles } from "@/lib/apps/package-file-service";

const FIELD = { avatar: "avatarKey", banner: "bannerKey" } as const;

type PictureChange = {
  userId: string;
  kind: PictureKind;
  /** Checks the caller's precondition (If-Match) against the current profile. */
  allows: (current: { id: string; revision: number }) => boolean;
};

/**
 * Sets a person's picture, cropped and re-encoded.
 * @throws AppError invalid_image, precondition_failed
 */
export async function setPicture({
  bytes,
  ...change
}: PictureChange & { bytes: Uint8Array }): Promise<{ me: Me; revision: number }> {
  const { width, height } = PICTURES[change.kind];
  const encoded = await encodeImage(bytes, { width, height, fit: "cover" });
  const key = randomFileKey("media", encoded.extension);
  await fileStore().put(key, encoded.bytes);
  try {
    return await replace(change, key);
  } catch (error) {
    await dropFiles([key]);
    throw error;
  }
}

/** Removes a person's picture. @throws AppError precondition_failed */
export function removePicture(change: PictureChange): Promise<{ me: Me; revision: number }> {
  return replace(change, null);
}

async function replace({ userId, kind, allows }: PictureChange, key: string | null) {
  const field = FIELD[kind];
  const { record, before } = await inTransaction(async (tx) => {
    await lockUser(userId, tx);
    const current = await findMeById(userId, tx);
    if (!current) throw new AppError("unauthenticated");
    if (!allows(current))
      throw new AppError("precondition_failed", { details: { current: presentMe(current) } });
    return { record: await changeProfile(userId, { [field]: key }, tx), before: current[field] };
  });
  await dropFiles([before]);
  return { me: presentMe(record), revision: record.revision };
}
