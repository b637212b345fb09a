import "server-only";
import { db, type Db } from "@/lib/db/client";

const SELECT = {
  mutedWords: true,
  quietKinds: true,
  quietPushKinds: true,
  unlisted: true,
  isPrivate: true,
  altReminder: true,
  singleKeys: true,
} as const;
export type PreferencesRecord = {
  mutedWords: string[];
  quietKinds: string[];
  quietPushKinds: string[];
  unlisted: boolean;
  isPrivate: boolean;
  altReminder: boolean;
  singleKeys: boolean;
};

export function findPreferences(userId: string, client: Db = db()): Promise<PreferencesRecord | null> {
  return client.user.findUnique({ where: { id: userId }, select: SELECT });
}

/** Takes a locked row, because lists are replaced as a whole. */
export function writePreferences(
  userId: string,
  change: Partial<PreferencesRecord>,
  tx: Db,
): Promise<PreferencesRecord> {
  return tx.user.update({ where: { id: userId }, data: change, select: SELECT });
}
