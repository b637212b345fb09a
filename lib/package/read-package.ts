import { entryFile, type Manifest } from "./manifest-contract";
import { PACKAGE_LIMITS, type PackageLimits } from "./limits";
import { openArchive, readEntries } from "./archive";
import type { Finding } from "./finding";
import { checkManifestFiles, MANIFEST_FILE, readManifest } from "./manifest";
import { refuse } from "./package-error";
import { findPackageRoot } from "./package-root";
import { DEFLATE } from "./zip-format";

export type PackedFile = { bytes: Uint8Array<ArrayBuffer>; size: number; deflated: boolean };

/** A package whose structure and manifest hold, and whose other files are inflated when they are asked for. */
export type PackageReader = {
  manifest: Manifest;
  /** The entry file's path. */
  entry: string;
  paths: readonly string[];
  findings: Finding[];
  /** One file, inflated and checked. @throws PackageError where its data are wrong; RangeError where there is none. */
  read(path: string): Uint8Array<ArrayBuffer>;
  /** The same for a page that must answer meanwhile: large files are inflated with pauses. */
  readWithPauses(path: string): Promise<Uint8Array<ArrayBuffer>>;
  /** One file as it lies in the archive, for whoever inflates it later: a view of the given bytes, unchecked. */
  packed(path: string): PackedFile;
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
  const inArchive = (path: string): string => {
    const found = paths.get(path);
    if (found === undefined) throw new RangeError(`No such file in the package: ${path}`);
    return found;
  };
  return {
    manifest: reading.manifest,
    entry,
    paths: [...paths.keys()],
    findings,
    read: (path) => archive.read(inArchive(path)),
    readWithPauses: async (path) => archive.readWithPauses(inArchive(path)),
    packed(path) {
      const name = inArchive(path);
      const { size, method } = archive.entries.get(name)!;
      return { bytes: archive.packed(name), size, deflated: method === DEFLATE };
    },
    *files(first = []) {
      const ahead = [entry, ...first].flatMap((path) => paths.get(path) ?? []);
      for (const [path, content] of readEntries(archive, ahead)) {
        const own = path.slice(root.length);
        if (paths.get(own) === path) yield [own, content];
      }
    },
  };
}
