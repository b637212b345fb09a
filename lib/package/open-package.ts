import { entryFile, type Manifest } from "./manifest-contract";
import { openArchive } from "./archive";
import { buildPackage } from "./build-package";
import { completeManifest } from "./complete-manifest";
import { ensureManifest } from "./ensure-manifest";
import type { FrameAllowance } from "./frame-allowance";
import { refusal, sortFindings, warning, type Finding } from "./finding";
import { inspectFiles } from "./inspect-files";
import type { Inspection } from "./inspection";
import { inspectionFindings } from "./inspection-findings";
import { madeWithOf } from "./made-with";
import { checkManifestFiles, MANIFEST_FILE, readManifest } from "./manifest";
import { PackageError, refuse } from "./package-error";
import { ArchiveFiles, type PackableFiles, type PackageFiles } from "./package-files";
import { isReservedName } from "@/lib/shared/reserved-names";
import { sha256, toHex } from "./sha256";
import { unpack } from "./unpack";

/** A package that passed all checks. */
export type Package = {
  manifest: Manifest;
  /** `manifest.json` among them. */
  files: PackageFiles;
  /** The entry file's path. */
  entry: string;
  /** The canonical `.gum`: the same files give the same bytes, whichever tool packed them. */
  bytes: Uint8Array<ArrayBuffer>;
  /** SHA-256 of `bytes` in hex: the address of the package. */
  sha256: string;
  /** Warnings for its author. */
  findings: Finding[];
  inspection: Inspection;
  /** Its libraries: from the manifest, else as detected. */
  madeWith: string[];
};

export type OpenOptions = {
  /** Its extension identifies a webxdc app or a page; its name is the name of an app that has none. */
  fileName?: string | undefined;
};

/**
 * Opens an upload (`.gum` or `.zip`, `.xdc`, a single `.html`) and checks everything: structure, data, manifest, files.
 * Pure, and the same in the browser and on the server.
 * @throws PackageError, and nothing else, if it is refused; its `findings` are all the reasons.
 */
export async function openPackage(bytes: Uint8Array, options: OpenOptions = {}): Promise<Package> {
  const { files, findings, name } = unpack(bytes, options.fileName ?? "");
  return checkFiles(files, findings, { name });
}

/**
 * Makes a package of separate files: a folder, the files of an editor.
 * @param files paths relative to the folder of `manifest.json`, or of the page where there is none.
 * @throws PackageError, like `openPackage`.
 */
export function packFiles(
  files: PackageFiles | ReadonlyMap<string, Uint8Array>,
  options: PackOptions = {},
): Promise<Package> {
  if (files instanceof ArchiveFiles) return checkFiles(files.copy(), [], options);
  const named = new Map(
    Array.from(files.keys(), (path) => [path.normalize("NFC"), files.get(path)!] as const),
  );
  return checkFiles(named, [], options);
}

export type PackOptions = {
  /** The name of an app that has none. */
  name?: string;
  /** What a run has shown the code to need. */
  allowances?: readonly FrameAllowance[];
};

export type PackageCheck = { package: Package | null; findings: Finding[] };

/**
 * `openPackage` for a new upload: it returns every finding, errors first, instead of throwing, and reserved names are refused,
 * which existing apps may have. `package` is null if it is refused.
 */
export async function checkPackage(bytes: Uint8Array, options: OpenOptions = {}): Promise<PackageCheck> {
  return collect(openPackage(bytes, options));
}

/** The same for a folder, whose files are read one after the other. @param name of the folder */
export async function checkFolder(files: PackableFiles, name: string): Promise<PackageCheck> {
  const open = async () => openPackage(await buildPackage(files), { fileName: `${name}.gum` });
  return collect(open());
}

/** The same for separate files. */
export async function checkPackageFiles(
  files: PackageFiles | ReadonlyMap<string, Uint8Array>,
  options: PackOptions = {},
): Promise<PackageCheck> {
  return collect(packFiles(files, options));
}

async function collect(opening: Promise<Package>): Promise<PackageCheck> {
  try {
    const opened = await opening;
    const { name } = opened.manifest;
    if (isReservedName(name)) throw new PackageError(refusal("name_reserved", { name }), opened.findings);
    return { package: opened, findings: opened.findings };
  } catch (error) {
    if (!(error instanceof PackageError)) throw error;
    return { package: null, findings: sortFindings(error.findings) };
  }
}

const FINDINGS_MAX = 200;

async function checkFiles(
  files: PackageFiles,
  unpackFindings: Finding[],
  { name = "", allowances }: PackOptions,
): Promise<Package> {
  const madeFindings = ensureManifest(files, name);
  const written = files.get(MANIFEST_FILE);
  if (!written) throw refuse("manifest_missing");
  const hasFile = (path: string): boolean => files.has(path);
  const asWritten = readManifest(written);
  const manifestFindings = [...asWritten.findings, ...checkManifestFiles(asWritten, hasFile)];
  const inspection = await inspectFiles(files, entryFile(asWritten.manifest));
  const completed = completeManifest(written, inspection, allowances);
  if (completed !== written) files.set(MANIFEST_FILE, completed);
  const reading = completed === written ? asWritten : readManifest(completed);

  const bytes = await buildPackage(files);
  const { manifest } = reading;
  const findings = [
    ...unpackFindings,
    ...madeFindings,
    ...manifestFindings,
    ...inspectionFindings(inspection, manifest),
  ];
  return {
    manifest,
    // Copies: the originals would keep the whole upload in memory.
    files: filesOf(bytes),
    entry: entryFile(manifest),
    bytes,
    sha256: toHex(await sha256(bytes)),
    findings: capped(sortFindings(findings)),
    inspection,
    madeWith: madeWithOf(manifest, inspection.madeWith),
  };
}

function filesOf(bytes: Uint8Array): PackageFiles {
  const archive = openArchive(bytes);
  return new ArchiveFiles(archive, new Map(Array.from(archive.entries.keys(), (path) => [path, path])));
}

function capped(findings: Finding[]): Finding[] {
  if (findings.length <= FINDINGS_MAX) return findings;
  return [
    ...findings.slice(0, FINDINGS_MAX),
    warning("more_findings", { count: findings.length - FINDINGS_MAX }),
  ];
}
