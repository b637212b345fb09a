/**
 * What of an app survives a reload of the tab, in the shell's own sessionStorage: the app's sessionStorage, and changes that
 * were still in flight. The reloaded page may read the data before these arrive, and the browser may drop them.
 *
 * Trust model: the tab outlives a sign-out. Only the same user of the same app may read what was left.
 */
import { z } from "zod";
import { storageChangeSchema } from "@/lib/storage/contract";
import { APP_TAB_PREFIX } from "@/lib/config/storage-keys";

/** All apps of the tab share the shell's sessionStorage; a larger area does not survive a reload. */
const SESSION_MAX_CHARS = 512 * 1024;
/** By then unsent changes have arrived, or are kept as unsent-store.ts does. */
const UNSENT_MS = 10_000;

const tabAreaSchema = z.object({
  personId: z.string(),
  dataId: z.string().nullable().default(null),
  leftAt: z.number(),
  session: z.array(z.tuple([z.string(), z.string()])),
  /** Where the running app was, as saved-state.ts writes it. */
  saved: z.string().nullable(),
  unsent: z.array(storageChangeSchema),
  /** The save that sent them. */
  saveId: z.string().optional(),
  supersedes: z.array(z.string()).readonly().optional(),
  /** The revision that they are based on. */
  base: z.int(),
});
type TabArea = z.infer<typeof tabAreaSchema>;

export const tabAreaOf = ({ id, run }: { id: string; run: string }): string =>
  run === "" ? id : `${id} ${run}`;

/** Takes what this app left for this user; empty lists if nothing. */
export function readTabArea(
  owner: string,
  personId: string,
): Pick<TabArea, "dataId" | "session" | "unsent" | "saveId" | "supersedes" | "base" | "saved"> {
  try {
    const left = tabAreaSchema.parse(JSON.parse(sessionStorage.getItem(APP_TAB_PREFIX + owner) ?? "null"));
    if (left.personId === personId) {
      sessionStorage.removeItem(APP_TAB_PREFIX + owner);
      return {
        dataId: left.dataId,
        session: left.session,
        unsent: Date.now() - left.leftAt < UNSENT_MS ? left.unsent : [],
        saveId: left.saveId,
        supersedes: left.supersedes,
        base: left.base,
        saved: left.saved,
      };
    }
  } catch {
    // Missing or invalid.
  }
  return { dataId: null, session: [], unsent: [], base: 0, saved: null };
}

export function writeTabArea(owner: string, area: Omit<TabArea, "leftAt">): void {
  const session = JSON.stringify(area.session).length <= SESSION_MAX_CHARS ? area.session : [];
  try {
    if (!session.length && !area.unsent.length && area.saved === null)
      return sessionStorage.removeItem(APP_TAB_PREFIX + owner);
    const left: TabArea = { ...area, session, leftAt: Date.now() };
    sessionStorage.setItem(APP_TAB_PREFIX + owner, JSON.stringify(left));
  } catch {
    // sessionStorage is full or blocked: the session then lasts as long as the page.
  }
}
