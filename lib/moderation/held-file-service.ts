import "server-only";
import { readHeldFile } from "@/lib/files/service";
import type { Actor } from "@/lib/shared/contract";
import { AppError } from "@/lib/shared/errors";
import { requireModerator } from "./role-service";

/** A picture of what was taken away. @throws AppError not_found, also for everybody but moderators */
export async function readHeldPicture({ viewer, name }: { viewer: Actor; name: string }) {
  await requireModerator(viewer);
  const file = await readHeldFile(name);
  if (!file) throw new AppError("not_found");
  return file;
}
