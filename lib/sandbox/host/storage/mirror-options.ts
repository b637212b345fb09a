import type { AppStorage, StoredData } from "@/lib/sandbox/host/storage/app-storage";
import type { TabChannel } from "@/lib/sandbox/host/storage/tab-channel";
import type { AreaPairs } from "@/lib/sandbox/protocol/storage";

export interface MirrorOptions {
  storage: AppStorage;
  stored: StoredData;
  session: AreaPairs;
  /** Where the app was when the tab's page ended. */
  saved: string | null;
  /** Null if nothing outlives this run. */
  tabs: TabChannel | null;
  /** The app, if what could not be saved is kept in the browser. */
  keptFor: string | null;
}
