import "server-only";
import { isUnanswered } from "@/lib/db/errors";
import { pool } from "@/lib/db/pool";

const CHECK_EVERY_MS = 1_000;

// On globalThis: the middleware and the pages are bundled apart.
const holder = globalThis as typeof globalThis & { gumDatabaseUp?: { at: number; up: Promise<boolean> } };

/** Whether the database answers, asked at most once a second. Never rejects. */
export function isDatabaseUp(): Promise<boolean> {
  const known = holder.gumDatabaseUp;
  if (known && performance.now() - known.at <= CHECK_EVERY_MS) return known.up;
  // The second begins with the answer, which may take five.
  const asked = { at: Infinity, up: ask().finally(() => (asked.at = performance.now())) };
  holder.gumDatabaseUp = asked;
  return asked.up;
}

/** What another query found, so that a request does not wait twice for a database that hangs. */
export function noteUnanswered(error: unknown): void {
  if (isUnanswered(error)) holder.gumDatabaseUp = { at: performance.now(), up: Promise.resolve(false) };
}

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
