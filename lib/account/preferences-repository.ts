import "server-only";
import { db, type Db } from "@/lib/db/client";

const SELECT = { mutedWords: true, quietKinds: true, unlisted: true } as const;
export type PreferencesRecord = { mutedWords: string[]; quietKinds: string[]; unlisted: boolean };

export function findPreferences(userId: string, client: Db = db()): Promise<PreferencesRecord | null> {
  return client.user.findUnique({ where: { id: userId }, select: SELECT });
}

/** Of a locked row: lists are replaced. */
export function writePreferences(
  userId: string,
  change: Partial<PreferencesRecord>,
  tx: Db,
): Promise<PreferencesRecord> {
  return tx.user.update({ where: { id: userId }, data: change, select: SELECT });
}
