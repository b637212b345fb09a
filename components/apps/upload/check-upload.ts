import type { FrameAllowance } from "@/lib/package/frame-allowance";
import type { Finding } from "@/lib/package/finding";
import {
  checkFolder,
  checkPackage,
  checkPackageFiles,
  type Package,
  type PackageCheck,
} from "@/lib/package/open-package";
import { PACKAGE_LIMITS } from "@/lib/package/limits";
import { refuse } from "@/lib/package/package-error";
import { byteSize } from "@/lib/shared/byte-size";
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
  const { files, name } = picked;
  const folder = {
    size: files.size,
    keys: () => files.keys(),
    sizeOf: (path: string) => files.get(path)!.size,
    read: async (path: string) => new Uint8Array(await files.get(path)!.arrayBuffer()),
  };
  return toChecked(`${name}.gum`, await checkFolder(folder, name));
}

async function checkFile(file: File): Promise<CheckedUpload> {
  const { packedBytes } = PACKAGE_LIMITS;
  // Without reading it: it may be larger than the memory.
  if (file.size > packedBytes) {
    const { findings } = refuse("package_too_large", {
      size: byteSize(file.size),
      limit: byteSize(packedBytes),
    });
    return toChecked(file.name, { package: null, findings: [...findings] });
  }
  const bytes = new Uint8Array(await file.arrayBuffer());
  return toChecked(file.name, await checkPackage(bytes, { fileName: file.name }));
}

function toChecked(fileName: string, { package: opened, findings }: PackageCheck): CheckedUpload {
  return { fileName, package: opened, findings };
}

/** The same package with the allowances that its run turned out to need. */
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
