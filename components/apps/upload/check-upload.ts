import { allowHandlers } from "@/lib/package/allow-handlers";
import type { Finding } from "@/lib/package/finding";
import { MANIFEST_FILE } from "@/lib/package/manifest";
import { checkPackage, checkPackageFiles, type Package, type PackageCheck } from "@/lib/package/open-package";
import { PACKAGE_LIMITS } from "@/lib/package/limits";
import type { Picked } from "./picked-files";

/** The result of the check. */
export type CheckedUpload = {
  fileName: string;
  /** Null where the findings refuse it. */
  package: Package | null;
  findings: readonly Finding[];
  /** How many inline event handlers the manifest does not allow yet. */
  unallowedHandlers: number;
};

/** Reads and checks what was chosen, in this browser. */
export async function checkUpload(picked: Picked): Promise<CheckedUpload> {
  if (picked.kind === "file") return checkFile(picked.file);
  const files = new Map<string, Uint8Array>();
  let size = 0;
  for (const [path, file] of picked.files) {
    size += file.size;
    // Already too large: the check needs no more files to refuse it.
    if (size > PACKAGE_LIMITS.unpackedBytes + PACKAGE_LIMITS.entryBytes) break;
    files.set(path, new Uint8Array(await file.arrayBuffer()));
  }
  if (!files.has(MANIFEST_FILE) && files.has("index.html")) addManifest(files, picked.name);
  return toChecked(`${picked.name}.gum`, await checkPackageFiles(files));
}

async function checkFile(file: File): Promise<CheckedUpload> {
  // One byte over the limit is enough for the check to refuse a huge file.
  const bytes = new Uint8Array(await file.slice(0, PACKAGE_LIMITS.packedBytes + 1).arrayBuffer());
  return toChecked(file.name, await checkPackage(bytes, { fileName: file.name }));
}

/** A folder with an index.html and no manifest is an app with the folder's name. */
function addManifest(files: Map<string, Uint8Array>, name: string): void {
  const manifest = { name: [...name].slice(0, 32).join("") || "App", entry: { html: "index.html" } };
  files.set(MANIFEST_FILE, new TextEncoder().encode(`${JSON.stringify(manifest, null, 2)}\n`));
}

function toChecked(fileName: string, { package: opened, findings }: PackageCheck): CheckedUpload {
  const unallowedHandlers = findings.filter((finding) => finding.code === "inline_handler").length;
  return { fileName, package: opened, findings, unallowedHandlers };
}

/** The same package, with the hashes of its inline event handlers added to the manifest. */
export async function withAllowedHandlers(checked: CheckedUpload): Promise<CheckedUpload> {
  const opened = checked.package;
  const manifest = opened?.files.get(MANIFEST_FILE);
  if (!opened || !manifest) return checked;
  const files = new Map(opened.files).set(MANIFEST_FILE, allowHandlers(manifest, opened.inspection.hashes));
  return toChecked(checked.fileName, await checkPackageFiles(files));
}

/** Checks the files of the playground, with their inline event handlers allowed. */
export async function checkProject(
  files: ReadonlyMap<string, Uint8Array>,
): Promise<{ package: Package | null; findings: readonly Finding[] }> {
  const checked = toChecked("playground.gum", await checkPackageFiles(files));
  return checked.unallowedHandlers > 0 ? withAllowedHandlers(checked) : checked;
}
