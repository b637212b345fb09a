import "server-only";
import { compareFiles, unpackedSize, type FileComparison } from "@/lib/package/compare-files";
import type { RangedFile } from "@/lib/package/package-ranges";
import { addedPermissions } from "@/lib/permissions/rules";
import { AppError } from "@/lib/shared/errors";
import { getAppOrThrow, type Actor } from "./access-service";
import { COMPARED_FILES_MAX, type VersionComparison } from "./compare-contract";
import { readPackageDirectory, type StoredPackage } from "./package-range-service";
import { findAppVersion } from "./version-repository";

/**
 * Trust model. Untrusted: whoever names an app and two versions, and the maker, who wrote both packages. Whoever sees an app's
 * versions sees which of their files differ, whatever the license: each of these packages was sent to everybody who ran it. No
 * content leaves here; that is for `findSource` to allow. Of a package only its directory is read, whose size the limits bound.
 * @throws AppError unknown_app; not_found for a version or package that is not there; invalid_package; unavailable
 */
export async function compareVersions({
  viewer,
  id,
  from,
  to,
}: {
  viewer: Actor;
  id: string;
  from: string;
  to: string;
}): Promise<VersionComparison> {
  const app = await getAppOrThrow(id, viewer, "view");
  const onlyPublished = app.ownerId !== viewer.id;
  const [before, after] = await Promise.all(
    [from, to].map((version) => findAppVersion(id, { version }, undefined, { onlyPublished })),
  );
  if (!before || !after) throw new AppError("not_found");
  const { sizes, ...files } = await comparePackages(before, after);
  const side = (at: 0 | 1, { version, packageBytes }: typeof before) => ({
    version,
    packedBytes: packageBytes,
    ...sizes[at],
  });
  const nothing = { capabilities: [], hosts: [] };
  return {
    from: side(0, before),
    to: side(1, after),
    permissions: {
      added: addedPermissions(before.manifest, after.manifest) ?? nothing,
      removed: addedPermissions(after.manifest, before.manifest) ?? nothing,
    },
    files: files.changes,
    counts: files.counts,
  };
}

type Side = { unpackedBytes: number; files: number };
type Compared = FileComparison & { sizes: readonly [Side, Side] };

/** Packages never change under their hash. The last used is last. */
const compared = new Map<string, Promise<Compared>>();
const COMPARED_KEPT = 50;

function comparePackages(before: StoredPackage, after: StoredPackage): Promise<Compared> {
  const key = `${before.packageSha256} ${after.packageSha256}`;
  const found = compared.get(key) ?? readAndCompare(before, after);
  compared.delete(key);
  compared.set(key, found);
  const [oldest] = compared.keys();
  if (compared.size > COMPARED_KEPT && oldest !== undefined) compared.delete(oldest);
  found.catch(() => compared.get(key) === found && compared.delete(key));
  return found;
}

async function readAndCompare(before: StoredPackage, after: StoredPackage): Promise<Compared> {
  const [old, now] = await Promise.all([readPackageDirectory(before), readPackageDirectory(after)]);
  const side = (files: Map<string, RangedFile>): Side => ({
    unpackedBytes: unpackedSize(files),
    files: files.size,
  });
  return { ...compareFiles(old, now, COMPARED_FILES_MAX), sizes: [side(old), side(now)] };
}
