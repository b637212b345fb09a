import type { FrameAllowance } from "@/lib/package/frame-allowance";
import type { Finding } from "@/lib/package/finding";
import { checkPackage, checkPackageFiles, type Package, type PackageCheck } from "@/lib/package/open-package";
import { PACKAGE_LIMITS } from "@/lib/package/limits";
import type { Picked } from "./picked-files";

/** The result of the check. */
export type CheckedUpload = {
  fileName: string;
  /** Null where the findings refuse it. */
  package: Package | null;
  findings: readonly Finding[];
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
  return toChecked(`${picked.name}.gum`, await checkPackageFiles(files, { name: picked.name }));
}

async function checkFile(file: File): Promise<CheckedUpload> {
  // One byte over the limit is enough for the check to refuse a huge file.
  const bytes = new Uint8Array(await file.slice(0, PACKAGE_LIMITS.packedBytes + 1).arrayBuffer());
  return toChecked(file.name, await checkPackage(bytes, { fileName: file.name }));
}

function toChecked(fileName: string, { package: opened, findings }: PackageCheck): CheckedUpload {
  return { fileName, package: opened, findings };
}

/** The same package, with what a run has shown it to need. */
export async function withAllowance(
  checked: CheckedUpload,
  allowance: FrameAllowance,
): Promise<CheckedUpload> {
  if (!checked.package) return checked;
  const { files } = checked.package;
  return toChecked(checked.fileName, await checkPackageFiles(files, { allowances: [allowance] }));
}

/** Checks the files of the playground. */
export function checkProject(files: ReadonlyMap<string, Uint8Array>): Promise<PackageCheck> {
  return checkPackageFiles(files);
}
