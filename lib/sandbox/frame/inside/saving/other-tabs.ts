/** Takes up changes that other tabs made to the app's data. */
import { onHostMessage } from "@/lib/sandbox/frame/inside/channel";
import { notifyChildFrames } from "@/lib/sandbox/frame/inside/saving/child-frame-storage";
import { shareCookie } from "@/lib/sandbox/frame/inside/saving/cookies";
import { isSaving } from "@/lib/sandbox/frame/inside/saving/queue";
import { shareValue } from "@/lib/sandbox/frame/inside/saving/values";
import { shareItem } from "@/lib/sandbox/frame/inside/saving/web-storage";

export function followOtherTabs(): void {
  onHostMessage("storageChanged", ({ changes }) => {
    for (const change of changes) {
      const { area, key, value } = change;
      // This page's own change is newer and in flight.
      if (isSaving(area, key)) continue;
      if (area === "local") shareItem(key, value);
      else if (area === "cookies") shareCookie(key, value);
      else if (area === "values") shareValue(key, value);
      else continue;
      notifyChildFrames(change);
    }
  });
}
