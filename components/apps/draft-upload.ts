import { uuidv7 } from "uuidv7";
import { readLocalPackage } from "@/lib/apps/local-app-storage";
import { saveUploadDraft } from "@/lib/apps/upload-draft-storage";
import { toAppCategory } from "@/lib/package/category";
import { openPackage, type Package } from "@/lib/package/open-package";

/** Makes `opened` the upload draft, with which /add-app then begins. */
export async function draftUpload(userId: string, opened: Package): Promise<void> {
  const { manifest, bytes } = opened;
  await saveUploadDraft({
    userId,
    fileName: `${manifest.name}.gum`,
    bytes,
    icon: null,
    banner: null,
    uploadKey: uuidv7(),
    appId: null,
    form: {
      name: manifest.name,
      version: manifest.version,
      description: manifest.description,
      category: toAppCategory(manifest.category),
      tags: manifest.tags,
      notes: "",
    },
    savedAt: Date.now(),
    isHandedOver: true,
  });
}

/** @returns false where this browser no longer has the app */
export async function draftLocalUpload(userId: string, id: string): Promise<boolean> {
  const bytes = await readLocalPackage(userId, id).catch(() => null);
  if (!bytes) return false;
  await draftUpload(userId, await openPackage(bytes));
  return true;
}
