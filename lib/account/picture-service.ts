import "server-only";
import type { Me } from "@/lib/people/user-contract";
import { PICTURES, type PictureKind } from "./profile-pictures";
import { randomFileKey } from "@/lib/files/file-key";
import { fileStore } from "@/lib/files/file-store";
import { encodeImage } from "@/lib/files/image-encoder";
import { inTransaction } from "@/lib/db/client";
import { presentMe } from "@/lib/people/user-presenter";
import { lockProfile, requireUnlimitedProfile, type ProfileUpdate } from "./profile-service";
import { changeProfile } from "./user-repository";
import { publish } from "@/lib/notifications/notify-service";
import { profileChanged } from "@/lib/realtime/row-events";
import { dropFiles } from "@/lib/apps/package-file-service";

const FIELD = { avatar: "avatarKey", banner: "bannerKey" } as const;

type PictureChange = ProfileUpdate & { kind: PictureKind };

/**
 * Sets a person's picture, cropped and re-encoded.
 * @throws AppError account_limited, invalid_image, precondition_failed
 */
export async function setPicture({
  bytes,
  ...change
}: PictureChange & { bytes: Uint8Array }): Promise<{ me: Me; revision: number }> {
  await requireUnlimitedProfile(change.userId);
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

async function replace(change: PictureChange, key: string | null) {
  const field = FIELD[change.kind];
  const { record, before } = await inTransaction(async (tx) => {
    const current = await lockProfile(change, tx);
    return { record: await changeProfile(change.userId, { [field]: key }, tx), before: current[field] };
  });
  publish(profileChanged("UPDATE", change.userId));
  await dropFiles([before]);
  return { me: presentMe(record), revision: record.revision };
}
