import "server-only";
import { db } from "@/lib/db/client";

/** The texts of the newest `scanned` posts that may hold a hashtag, without those of people who hide from search or are private. */
export function listTaggedTexts(scanned: number): Promise<{ authorId: string; body: string }[]> {
  return db().$queryRaw`
    SELECT author_id AS "authorId", body
      FROM (SELECT id, author_id, body FROM posts ORDER BY id DESC LIMIT ${scanned}) newest
     WHERE body ~ '[#＃]' AND NOT EXISTS (SELECT 1 FROM users u WHERE u.id = author_id AND (u.unlisted OR u.is_private))`;
}
