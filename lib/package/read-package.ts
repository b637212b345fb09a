import { entryFile, type Manifest } from "./manifest-contract";
import { openArchive } from "./archive";
import { checkManifestFiles, MANIFEST_FILE, readManifest } from "./manifest";
import { refuse } from "./package-error";
import { findPackageRoot } from "./package-root";
import { DEFLATE } from "./zip-format";

export type PackedFile = { bytes: Uint8Array<ArrayBuffer>; size: number; deflated: boolean };

/** A package whose structure and manifest were checked. Files are inflated on request. */
export type PackageReader = {
  manifest: Manifest;
  /** The entry file's path. */
  entry: string;
  paths: readonly string[];
  /**
   * Inflates and checks one file; it yields to the event loop while it inflates a large one.
   * @throws PackageError if its data are wrong; RangeError if there is no such file.
   */
  readWithPauses(path: string): Promise<Uint8Array<ArrayBuffer>>;
  /** The compressed bytes of one file, to be inflated elsewhere: a view of the package, unchecked. */
  packed(path: string): PackedFile;
};

/**
 * Opens a `.gum` package to run it, without inspecting or repacking it. For uploads (other kinds of file, findings, the
 * canonical bytes) there is `openPackage`.
 * @throws PackageError
 */
export function readPackage(bytes: Uint8Array): PackageReader {
  const archive = openArchive(bytes);
  const found = findPackageRoot(archive.entries.keys());
  if (!found) throw refuse("manifest_missing");
  const { root, paths } = found;
  const reading = readManifest(archive.read(root + MANIFEST_FILE), root + MANIFEST_FILE);
  checkManifestFiles(reading, (path) => paths.has(path));
  const inArchive = (path: string): string => {
    const found = paths.get(path);
    if (found === undefined) throw new RangeError(`No such file in the package: ${path}`);
    return found;
  };
  return {
    manifest: reading.manifest,
    entry: entryFile(reading.manifest),
    paths: [...paths.keys()],
    readWithPauses: async (path) => archive.readWithPauses(inArchive(path)),
    packed(path) {
      const name = inArchive(path);
      const { size, method } = archive.entries.get(name)!;
      return { bytes: archive.packed(name), size, deflated: method === DEFLATE };
    },
  };
}
