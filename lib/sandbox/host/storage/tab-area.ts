/**
 * What of an app stays in the tab while its page goes, in the shell's own sessionStorage: the app's sessionStorage, which
 * survives a reload of the tab and nothing more, and changes that were still on their way. A page that is loaded anew may
 * ask for the data before these have arrived, and the browser may drop them.
 *
 * Trust model: the tab outlives a sign-out. What one person's app left is for the same person of the same app only.
 */
import { z } from "zod";
import { storageChangeSchema } from "@/lib/storage/contract";
import { APP_TAB_PREFIX } from "@/lib/config/storage-keys";

/** The shell's sessionStorage is shared by all apps of the tab; a larger area lives until the reload only. */
const SESSION_MAX_CHARS = 512 * 1024;
/** After that what was on its way has arrived or never will, and may be older than what is stored. */
const UNSENT_MS = 10_000;

const tabAreaSchema = z.object({
  personId: z.string(),
  leftAt: z.number(),
  session: z.array(z.tuple([z.string(), z.string()])),
  unsent: z.array(storageChangeSchema),
});
type TabArea = z.infer<typeof tabAreaSchema>;

/** What this app left for this person; empty where it left nothing. */
export function readTabArea(owner: string, personId: string): Pick<TabArea, "session" | "unsent"> {
  try {
    const left = tabAreaSchema.parse(JSON.parse(sessionStorage.getItem(APP_TAB_PREFIX + owner) ?? "null"));
    if (left.personId === personId)
      return { session: left.session, unsent: Date.now() - left.leftAt < UNSENT_MS ? left.unsent : [] };
  } catch {
    // Nothing, or nothing of ours.
  }
  return { session: [], unsent: [] };
}

export function writeTabArea(owner: string, area: Omit<TabArea, "leftAt">): void {
  const session = JSON.stringify(area.session).length <= SESSION_MAX_CHARS ? area.session : [];
  try {
    if (!session.length && !area.unsent.length) return sessionStorage.removeItem(APP_TAB_PREFIX + owner);
    const left: TabArea = { ...area, session, leftAt: Date.now() };
    sessionStorage.setItem(APP_TAB_PREFIX + owner, JSON.stringify(left));
  } catch {
    // Full or forbidden: the session then lives as long as the page, and what is on its way has to arrive.
  }
}
