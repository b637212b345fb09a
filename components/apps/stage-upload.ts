import { uuidv7 } from "uuidv7";
import { readLocalPackage } from "@/lib/apps/local-app-storage";
import { saveUploadDraft } from "@/lib/apps/upload-draft-storage";
import { toAppCategory } from "@/lib/package/category";
import { openPackage, type Package } from "@/lib/package/open-package";

/** Puts a package into the upload form of /add-app, as if it had been chosen there before. */
export async function stageUpload(
  userId: string,
  opened: Package,
  appId: string | null = null,
): Promise<void> {
  const { manifest, bytes } = opened;
  await saveUploadDraft({
    userId,
    fileName: `${manifest.name}.gum`,
    bytes,
    icon: null,
    banner: null,
    uploadKey: uuidv7(),
    appId,
    form: {
      name: manifest.name,
      version: manifest.version,
      description: manifest.description,
      category: toAppCategory(manifest.category),
      tags: manifest.tags,
      notes: "",
    },
    savedAt: Date.now(),
  });
}

/** @returns false where this browser has no such app any more */
export async function stageLocalApp(userId: string, id: string): Promise<boolean> {
  const bytes = await readLocalPackage(userId, id).catch(() => null);
  if (!bytes) return false;
  await stageUpload(userId, await openPackage(bytes));
  return true;
}
