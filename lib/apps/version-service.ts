import "server-only";
import type { App, AppVersion } from "./contract";
import { AppError } from "@/lib/shared/errors";
import { inTransaction } from "@/lib/db/client";
import { presentApp, presentAppVersion } from "./presenter";
import { findApp, updateApp } from "./repository";
import { findAppVersion, listAppVersions } from "./version-repository";
import { getAppOrThrow, lockAppOrThrow, type Actor } from "./access-service";

/** The versions of an app with their notes, newest first. */
export async function listVersions({
  viewer,
  id,
}: {
  viewer: Actor;
  id: string;
}): Promise<{ items: AppVersion[] }> {
  const app = await getAppOrThrow(id, viewer, "view");
  const records = await listAppVersions(id);
  return { items: records.map((record) => presentAppVersion(record, app.versionId)) };
}

/** Makes an older (or again a newer) version the current one. Nothing is deleted, nobody's data change. */
export async function rollBackApp({
  viewer,
  id,
  versionId,
}: {
  viewer: Actor;
  id: string;
  versionId: string;
}): Promise<App> {
  return inTransaction(async (tx) => {
    await lockAppOrThrow(id, viewer, "release", tx);
    if (!(await findAppVersion(id, { id: versionId }, tx))) throw new AppError("not_found");
    await updateApp(id, { currentVersionId: versionId }, tx);
    const record = await findApp({ id }, viewer.id, tx);
    if (!record) throw new AppError("unknown_app");
    return presentApp(record, viewer);
  });
}
