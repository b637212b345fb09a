import { uuidv7 } from "uuidv7";
import type { LocalApp } from "@/lib/apps/local-app-storage";
import { drawAppIcon } from "@/lib/apps/icon-drawing";
import { LOCAL_APP_PREFIX } from "@/lib/apps/rules";
import type { Package } from "@/lib/package/open-package";
import { checkUpload, type CheckedUpload, type WhatIsLeftOut } from "./upload/check-upload";
import { drawSvgIcon } from "./upload/svg-icon";
import type { Picked } from "./upload/picked-files";

const ICON_PX = 128;

type NewLocalApp = { app: LocalApp; bytes: Uint8Array<ArrayBuffer> };
type Refused = Pick<CheckedUpload, "findings" | "leftOut">;

/** Makes a local app of a chosen package, or returns the findings that refuse it. @throws UnreadableFile */
export async function makeLocalApp(
  picked: Picked,
): Promise<{ made: NewLocalApp; leftOut: WhatIsLeftOut | null } | { refused: Refused }> {
  const { package: opened, findings, leftOut, svgIcon } = await checkUpload(picked);
  return opened ? { made: await toLocalApp(opened, svgIcon), leftOut } : { refused: { findings, leftOut } };
}

export async function toLocalApp(
  opened: Package,
  svgIcon: Blob | null | Promise<Blob | null> = drawSvgIcon(opened),
): Promise<NewLocalApp> {
  const { manifest, bytes, sha256 } = opened;
  const app: LocalApp = {
    id: `${LOCAL_APP_PREFIX}${uuidv7()}`,
    name: manifest.name,
    version: manifest.version,
    description: manifest.description,
    icon: await iconOf(opened, await svgIcon),
    sha256,
    size: bytes.length,
    addedAt: Date.now(),
  };
  return { app, bytes };
}

/** The icon, re-encoded as a small PNG; drawn from the name where the package has no usable one. */
async function iconOf({ manifest, files }: Package, svgIcon: Blob | null): Promise<string> {
  const bytes = manifest.icon === undefined ? undefined : files.get(manifest.icon);
  const picture = svgIcon ?? (bytes && new Blob([new Uint8Array(bytes)]));
  const drawn = `data:image/svg+xml,${encodeURIComponent(drawAppIcon(manifest.name))}`;
  if (!picture) return drawn;
  try {
    const size = { resizeWidth: ICON_PX, resizeHeight: ICON_PX, resizeQuality: "high" as const };
    const bitmap = await createImageBitmap(picture, size);
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = ICON_PX;
    canvas.getContext("2d")?.drawImage(bitmap, 0, 0);
    bitmap.close();
    return canvas.toDataURL("image/png");
  } catch {
    return drawn;
  }
}
