import { PACKAGE_LIMITS, type PackageLimits } from "./limits";
import { writeZip } from "./zip-write";

/**
 * Packs files into a `.gum` package in its canonical form: the same files give the same bytes everywhere.
 * @param files paths relative to the manifest, which is among them as `manifest.json`, and contents.
 * @throws PackageError where a name or size is not allowed. What the manifest says is not looked at: `packFiles` and
 * `openPackage` do.
 */
export function buildPackage(
  files: ReadonlyMap<string, Uint8Array>,
  limits: PackageLimits = PACKAGE_LIMITS,
): Promise<Uint8Array<ArrayBuffer>> {
  return writeZip(files, limits);
}
