import "server-only";
import { BOARD_INTERVAL_MS, BOARD_NEWS_ENTRIES } from "@/lib/config/limits";
import { runLater } from "@/lib/infra/late-work";
import { publish } from "@/lib/notifications/notify-service";
import { findBoardNews } from "./card-repository";

/** Who is new among the scores; null where some were taken away. */
type Change = { userId: string | null };

/** By app that was just told of: what has changed since. */
const waiting = new Map<string, Change[]>();

/**
 * Tells those who see a post with the app what its first board says now: at once, and while it goes on changing once an
 * interval. Of a score that no post shows nobody is told. Call it after the commit.
 */
export async function announceBoard(appId: string, change: Change): Promise<void> {
  const changes = waiting.get(appId);
  if (changes) changes.push(change);
  else await tell(appId, [change]);
}

async function tell(appId: string, changes: readonly Change[]): Promise<void> {
  waiting.set(appId, []);
  setTimeout(() => {
    const later = waiting.get(appId) ?? [];
    waiting.delete(appId);
    if (later.length > 0) runLater(tell(appId, later), "could not tell of a board");
  }, BOARD_INTERVAL_MS).unref();
  const news = await findBoardNews(appId, BOARD_NEWS_ENTRIES);
  if (!news?.board) return;
  const shown = new Set(news.board.entries?.map(({ userId }) => userId));
  if (changes.some(({ userId }) => userId === null || shown.has(userId)))
    publish({ type: "board", appId, ...news });
}
