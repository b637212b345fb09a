import "server-only";
import { pool } from "@/lib/db/pool";

const CHECK_EVERY_MS = 1_000;

// On globalThis: the middleware and the pages are bundled apart.
const holder = globalThis as typeof globalThis & { gumDatabaseUp?: { at: number; up: Promise<boolean> } };

/** Whether the database answers, asked at most once a second. Never rejects. */
export function isDatabaseUp(): Promise<boolean> {
  const now = performance.now();
  if (!holder.gumDatabaseUp || now - holder.gumDatabaseUp.at > CHECK_EVERY_MS)
    holder.gumDatabaseUp = { at: now, up: ask() };
  return holder.gumDatabaseUp.up;
}

/** The database hangs: another query would take as long again. */
const isUnanswered = (error: unknown): boolean => error instanceof Error && /timeout/i.test(error.message);

async function ask(): Promise<boolean> {
  // Twice, because after a restart of the database the first connection from the pool may be broken.
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      await pool().query("SELECT 1");
      return true;
    } catch (error) {
      if (isUnanswered(error)) return false;
    }
  }
  return false;
}
