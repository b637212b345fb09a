/**
 * `gum.notify` of one run.
 *
 * Trust model. Untrusted: the app, which says what it likes as often as it likes, also while nobody sees it.
 * What is shown is plain text on one line, marked as the app's, at most 3 an hour, and nothing from an app
 * whose notifications the person has turned off.
 */
import { appGrantsQuery } from "@/lib/apps/settings-queries";
import { takeNotice } from "@/lib/apps/notice-storage";
import { getQueryClient } from "@/lib/browser/query-client";
import { NOTICE_GRAPHEMES, NOTICES_PER_HOUR } from "@/lib/config/limits";
import { CallRefused, type HostServices } from "@/lib/sandbox/host/host-calls";
import { fragmentOf } from "@/lib/shared/run-key";
import { clipGraphemes } from "@/lib/shared/visible-text";
import { visibleLine } from "@/lib/shared/hidden-characters";
import type { AppFrameProps } from "./app-frame-types";

export interface AppNotice {
  text: string;
  /** Begins with `#`, or is empty. */
  fragment: string;
}

interface NoticeOptions {
  appId: string;
  keep: AppFrameProps["keep"];
  userId: string | null;
  show: (notice: AppNotice) => void;
}

/** However often an app notifies, the server is asked only so often whether the person has turned it off elsewhere. */
const OFF_KNOWN_MS = 60_000;

/** @returns null for an app that is only tried out */
export function noticeService({ appId, keep, userId, show }: NoticeOptions): HostServices["notify"] {
  if (keep === "memory") return null;
  return async ({ text, href }) => {
    const line = clipGraphemes(visibleLine(text), NOTICE_GRAPHEMES);
    if (line === "") throw new CallRefused("invalid", "A notification has a text.");
    if (keep === "account" && !(await isOn(appId)))
      throw new CallRefused("denied", "The person has turned off the notifications of this app.");
    if (!takeNotice({ userId, appId, now: Date.now() }))
      throw new CallRefused("too_many", `At most ${NOTICES_PER_HOUR} notifications an hour are shown.`);
    show({ text: line, fragment: fragmentOf(href) });
  };
}

/** Without an answer of the server, the last one counts: a timer must ring offline, too. */
async function isOn(appId: string): Promise<boolean> {
  const client = getQueryClient();
  const query = appGrantsQuery(appId);
  const grants = await client
    .fetchQuery({ ...query, staleTime: OFF_KNOWN_MS, networkMode: "always" })
    .catch(() => client.getQueryData(query.queryKey));
  return grants?.notifications ?? true;
}
