import type { LeftOut } from "@/lib/package/folder-rules";
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
import { MANIFEST_FILE } from "@/lib/package/manifest";
import { modulesFolder, namedModules } from "@/lib/package/named-modules";
import { refuse } from "@/lib/package/package-error";
import { shownValue } from "@/lib/package/package-messages";
import { byteSize } from "@/lib/shared/byte-size";
import { bytesOf, type Picked, type PickedFolder } from "./picked-files";
import { drawSvgIcon } from "./svg-icon";

/** The result of the check. */
export type CheckedUpload = {
  fileName: string;
  /** Null where the findings refuse it. */
  package: Package | null;
  findings: readonly Finding[];
  /** What of a folder is not in the package; null for a file. */
  leftOut: WhatIsLeftOut | null;
  /** The icon of a package that has an SVG only, as a picture. */
  svgIcon: Blob | null;
};

export type WhatIsLeftOut = {
  items: readonly LeftOut[];
  /** The app names more files of node_modules than a package may have. */
  isCut: boolean;
};

/** Reads and checks what was chosen, in this browser. @throws UnreadableFile */
export async function checkUpload(picked: Picked): Promise<CheckedUpload> {
  if (picked.kind === "file") return checkFile(picked.file);
  return checkPicked(picked);
}

async function checkPicked(picked: PickedFolder): Promise<CheckedUpload> {
  const fileName = `${picked.name}.gum`;
  const { entries: limit } = PACKAGE_LIMITS;
  if (picked.files.size > limit) {
    const { findings } = refuse("too_many_entries", { count: `${shownValue(limit)}+`, limit });
    const leftOut = { items: picked.leftOut, isCut: false };
    return toChecked(fileName, { package: null, findings: [...findings] }, leftOut);
  }
  const { files, leftOut } = await withModules(picked);
  const folder = {
    size: files.size,
    keys: () => files.keys(),
    sizeOf: (path: string) => files.get(path)!.size,
    read: (path: string) => bytesOf(files.get(path)!, path),
  };
  return toChecked(fileName, await checkFolder(folder, picked.name), leftOut);
}

/** With the files of node_modules that the app names. */
async function withModules({ files, leftOut, openModule }: PickedFolder) {
  const modules = leftOut.filter(({ kind }) => kind === "modules");
  if (modules.length === 0) return { files, leftOut: { items: leftOut, isCut: false } };
  const { found, isCut } = await namedModules({
    files,
    sizeOf: (file) => file.size,
    read: (file) => bytesOf(file),
    open: async (path) => {
      const file = await openModule(path);
      return file && file.size <= PACKAGE_LIMITS.entryBytes ? file : null;
    },
    // One is that of the manifest.
    max: PACKAGE_LIMITS.entries - new Set(files.keys()).add(MANIFEST_FILE).size,
  });
  const folders = [...found.keys()].map(modulesFolder);
  const items = leftOut.map((each) => ({
    ...each,
    named: each.kind === "modules" ? folders.filter((folder) => folder === each.name).length : 0,
  }));
  return { files: new Map([...files, ...found]), leftOut: { items, isCut } };
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
  const bytes = await bytesOf(file);
  return toChecked(file.name, await checkPackage(bytes, { fileName: file.name }));
}

async function toChecked(
  fileName: string,
  { package: opened, findings }: PackageCheck,
  leftOut: WhatIsLeftOut | null = null,
): Promise<CheckedUpload> {
  return withSvgIcon({ fileName, package: opened, findings, leftOut });
}

/** Draws the icon; then nothing is to be said about its absence or its type. */
export async function withSvgIcon(checked: Omit<CheckedUpload, "svgIcon">): Promise<CheckedUpload> {
  const svgIcon = checked.package && (await drawSvgIcon(checked.package));
  const isSettled = ({ code, params }: Finding) =>
    code === "icon_missing" || (code === "picture_type" && params["field"] === "icon");
  const findings = svgIcon ? checked.findings.filter((finding) => !isSettled(finding)) : checked.findings;
  return { ...checked, findings, svgIcon };
}

/** The same package with the allowances that its run turned out to need. */
export async function withAllowance(
  checked: CheckedUpload,
  allowance: FrameAllowance,
): Promise<CheckedUpload> {
  if (!checked.package) return checked;
  const { files } = checked.package;
  const result = await checkPackageFiles(files, { allowances: [allowance] });
  return toChecked(checked.fileName, result, checked.leftOut);
}

/** Checks the files of the playground. */
export function checkProject(files: ReadonlyMap<string, Uint8Array>): Promise<PackageCheck> {
  return checkPackageFiles(files);
}
