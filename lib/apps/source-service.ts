import "server-only";
import { isHigherVersion } from "@/lib/package/semver";
import { getAppOrThrow, type Actor } from "./access-service";
import type { Upstream } from "./contract";
import { allowsSource } from "./license";
import { presentAppShort } from "./presenter";
import type { AppRecord } from "./repository";
import { listReleases, type Release } from "./version-repository";

/**
 * Trust model. Untrusted: whoever names an app and a version. They get the source of versions that have been public under a
 * license that lets others see it, up to the current version: later ones were rolled back. Makers get all of their own.
 */
async function listSources(app: AppRecord, viewer: Actor): Promise<Release[]> {
  const isOwn = app.ownerId === viewer.id;
  const releases = await listReleases({ appId: app.id, upTo: app.versionId, onlyPublished: !isOwn });
  return isOwn ? releases : releases.filter(({ license }) => allowsSource(license ?? undefined));
}

/** A version whose source the viewer, who may see the app, may see too. */
export async function findSource(app: AppRecord, version: string, viewer: Actor): Promise<Release | null> {
  return (await listSources(app, viewer)).find((each) => each.version === version) ?? null;
}

/** The changes of an app since the version that a remix was made from. @throws AppError unknown_app */
export async function getUpstream({
  viewer,
  id,
  version,
}: {
  viewer: Actor;
  id: string;
  version: string;
}): Promise<Upstream> {
  const app = await getAppOrThrow(id, viewer, "view");
  const sources = await listSources(app, viewer);
  const newest = sources[0];
  return {
    app: presentAppShort(app),
    newest:
      newest && isHigherVersion(newest.version, version)
        ? { version: newest.version, notes: newest.notes, createdAt: newest.createdAt.toISOString() }
        : null,
    hasBase: sources.some((each) => each.version === version),
  };
}
