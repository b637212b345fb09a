import "server-only";
import { BOARD_INTERVAL_MS, BOARD_NEWS_ENTRIES } from "@/lib/config/limits";
import { runLater } from "@/lib/infra/late-work";
import { publish } from "@/lib/notifications/notify-service";
import { findBoardNews } from "./card-repository";

/** People with new scores; null if scores were removed. */
type Change = { userId: string | null };

/** By recently notified app: what has changed since. */
const waiting = new Map<string, Change[]>();

/**
 * Notifies viewers of posts with the app of its first board: immediately, and then at most once per interval. Does
 * nothing for a score that no post shows. Call it after the commit.
 */
export async function announceBoard(appId: string, change: Change): Promise<void> {
  const changes = waiting.get(appId);
  if (changes) changes.push(change);
  else await publishChanges(appId, [change]);
}

async function publishChanges(appId: string, changes: readonly Change[]): Promise<void> {
  waiting.set(appId, []);
  setTimeout(() => {
    const later = waiting.get(appId) ?? [];
    waiting.delete(appId);
    if (later.length > 0) runLater(publishChanges(appId, later), "could not publish changes of a board");
  }, BOARD_INTERVAL_MS).unref();
  const news = await findBoardNews(appId, BOARD_NEWS_ENTRIES);
  if (!news?.board) return;
  const shown = new Set(news.board.entries?.map(({ userId }) => userId));
  if (changes.some(({ userId }) => userId === null || shown.has(userId)))
    publish({ type: "board", appId, ...news });
}
