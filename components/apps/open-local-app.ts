import { readLocalPackage } from "@/lib/apps/local-app-storage";
import { useAuthStore } from "@/lib/auth/store";
import type { AppSource } from "@/components/sandbox/app-frame-types";

/** An app of this browser; null where it has none of that id. */
export async function openLocalApp(id: string): Promise<AppSource | null> {
  const userId = useAuthStore.getState().user?.id;
  const bytes = userId ? await readLocalPackage(userId, id).catch(() => null) : null;
  return bytes && { kind: "bytes", bytes };
}
