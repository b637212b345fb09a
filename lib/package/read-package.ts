import { entryFile, type Manifest } from "@/lib/contracts/manifest";
import { PACKAGE_LIMITS, type PackageLimits } from "@/lib/domain/package-limits";
import { openArchive, readEntries } from "./archive";
import type { Finding } from "./finding";
import { checkManifestFiles, MANIFEST_FILE, readManifest } from "./manifest";
import { refuse } from "./package-error";
import { findPackageRoot } from "./package-root";

/** A package whose structure and manifest hold, and whose other files are inflated when they are asked for. */
export type PackageReader = {
  manifest: Manifest;
  /** The entry file's path. */
  entry: string;
  paths: readonly string[];
  findings: Finding[];
  /** One file, inflated and checked. @throws PackageError where its data are wrong; RangeError where there is none. */
  read(path: string): Uint8Array<ArrayBuffer>;
  /** All files, the entry file first, then `first`, then the rest, each inflated when it is its turn. */
  files(first?: readonly string[]): Generator<[path: string, bytes: Uint8Array<ArrayBuffer>], void>;
};

/**
 * Opens a `.gum` package to run it: nothing is packed anew or looked through, and a host can begin with the entry file.
 * For what people upload (other kinds of file, findings, the canonical bytes) there is `openPackage`.
 * @throws PackageError
 */
export function readPackage(bytes: Uint8Array, limits: PackageLimits = PACKAGE_LIMITS): PackageReader {
  const archive = openArchive(bytes, limits);
  const found = findPackageRoot(archive.entries.keys());
  if (!found) throw refuse("manifest_missing");
  const { root, paths } = found;
  const reading = readManifest(archive.read(root + MANIFEST_FILE), root + MANIFEST_FILE);
  const findings = [
    ...found.findings,
    ...reading.findings,
    ...checkManifestFiles(reading, (path) => paths.has(path)),
  ];
  const entry = entryFile(reading.manifest);
  return {
    manifest: reading.manifest,
    entry,
    paths: [...paths.keys()],
    findings,
    read(path) {
      const inArchive = paths.get(path);
      if (inArchive === undefined) throw new RangeError(`No such file in the package: ${path}`);
      return archive.read(inArchive);
    },
    *files(first = []) {
      const inArchive = [entry, ...first].flatMap((path) => paths.get(path) ?? []);
      for (const [path, content] of readEntries(archive, inArchive)) {
        const own = path.slice(root.length);
        if (paths.get(own) === path) yield [own, content];
      }
    },
  };
}
