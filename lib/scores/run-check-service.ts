import "server-only";
import type { Actor } from "@/lib/apps/access-service";
import { readRunToken } from "@/lib/apps/run-token-service";
import { AppError } from "@/lib/shared/errors";

/** The run of an app names who it is for. @throws AppError account_changed, invalid_token */
export async function checkRun(
  token: string,
  { viewer, appId }: { viewer: Actor; appId: string },
): Promise<void> {
  const claims = await readRunToken(token);
  if (!claims || claims.appId !== appId) throw new AppError("invalid_token");
  if (claims.userId !== viewer.id) throw new AppError("account_changed");
}
