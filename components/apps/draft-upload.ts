import { uuidv7 } from "uuidv7";
import { readLocalPackage } from "@/lib/apps/local-app-storage";
import { loadUploadDraft, saveUploadDraft, type UploadDraft } from "@/lib/apps/upload-draft-storage";
import { toAppCategory } from "@/lib/package/category";
import { openPackage, type Package } from "@/lib/package/open-package";

/**
 * Saves `opened` as the upload draft that /add-app restores. Keeps what the maker entered into an earlier draft of the same
 * app before going back to the code.
 */
export async function draftUpload(userId: string, opened: Package): Promise<void> {
  const { manifest, bytes } = opened;
  const fileName = `${manifest.name}.gum`;
  const earlier = await loadUploadDraft(userId);
  const kept = earlier?.fileName === fileName ? earlier : null;
  const own = formOf(manifest);
  await saveUploadDraft({
    userId,
    fileName,
    bytes,
    icon: kept?.icon ?? null,
    banner: kept?.banner ?? null,
    uploadKey: uuidv7(),
    appId: kept?.appId ?? null,
    form: kept ? { ...own, ...(await enteredInto(kept)), version: own.version } : own,
    savedAt: Date.now(),
    isHandedOver: true,
  });
}

function formOf(manifest: Package["manifest"]): UploadDraft["form"] {
  return {
    name: manifest.name,
    version: manifest.version,
    description: manifest.description,
    category: toAppCategory(manifest.category),
    tags: manifest.tags,
    notes: "",
  };
}

/** The form fields that differ from the manifest of the draft's package. */
async function enteredInto({ bytes, form }: UploadDraft): Promise<Partial<UploadDraft["form"]>> {
  const untouched = await openPackage(bytes).then(
    ({ manifest }) => formOf(manifest),
    () => null,
  );
  if (!untouched) return form;
  const entered = Object.entries(form).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(untouched[name as keyof typeof untouched]),
  );
  return Object.fromEntries(entered);
}

/** @returns false where this browser no longer has the app */
export async function draftLocalUpload(userId: string, id: string): Promise<boolean> {
  const bytes = await readLocalPackage(userId, id).catch(() => null);
  if (!bytes) return false;
  await draftUpload(userId, await openPackage(bytes));
  return true;
}
