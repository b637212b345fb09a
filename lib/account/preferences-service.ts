import "server-only";
import { MUTED_WORDS_MAX } from "@/lib/config/limits";
import { inTransaction, type Db } from "@/lib/db/client";
import { publish } from "@/lib/notifications/notify-service";
import { kindsOf, NOTIFICATION_GROUP_NAMES } from "@/lib/notifications/kinds";
import { foldWord } from "@/lib/search/muted-words";
import { acceptAllRequests, lockForRequests } from "@/lib/people/privacy-service";
import type { LiveEvent } from "@/lib/realtime/event-bus.server";
import type { Actor } from "@/lib/shared/contract";
import { AppError } from "@/lib/shared/errors";
import type { Preferences, PreferencesBody } from "./preferences-contract";
import { presentPreferences } from "./preferences-presenter";
import { findPreferences, writePreferences, type PreferencesRecord } from "./preferences-repository";
import { lockUser } from "./user-repository";

export async function getPreferences(viewer: Actor): Promise<Preferences> {
  const record = await findPreferences(viewer.id);
  if (!record) throw new AppError("not_found");
  return presentPreferences(record);
}

/** Applies the change that `of` derives from the current preferences; concurrent changes are serialized. */
function change(
  actor: Actor,
  of: (present: PreferencesRecord) => Partial<PreferencesRecord>,
): Promise<Preferences> {
  return inTransaction(async (tx) => presentPreferences((await changeIn(tx, actor, of)).after));
}

async function changeIn(
  tx: Db,
  actor: Actor,
  of: (present: PreferencesRecord) => Partial<PreferencesRecord>,
): Promise<{ before: PreferencesRecord; after: PreferencesRecord }> {
  await lockUser(actor.id, tx);
  const before = await findPreferences(actor.id, tx);
  if (!before) throw new AppError("not_found");
  return { before, after: await writePreferences(actor.id, of(before), tx) };
}

/**
 * Changes the given preferences; notification kinds that are not given stay as they are. An account that becomes public
 * accepts all who asked to follow it.
 */
export async function changePreferences({
  actor,
  body: { notifications = {}, pushes = {}, ...switches },
}: {
  actor: Actor;
  body: PreferencesBody;
}): Promise<Preferences> {
  const { isPrivate } = switches;
  const events: LiveEvent[] = [];
  const preferences = await inTransaction(async (tx) => {
    events.length = 0;
    if (isPrivate === false) await lockForRequests(actor, tx);
    const { before, after } = await changeIn(tx, actor, ({ quietKinds, quietPushKinds }) => ({
      quietKinds: switched(quietKinds, notifications),
      quietPushKinds: switched(quietPushKinds, pushes),
      ...switches,
    }));
    if (isPrivate === false) events.push(...(await acceptAllRequests(actor, tx)));
    if (before.isPrivate !== after.isPrivate) events.push({ type: "privacy", userId: actor.id });
    return presentPreferences(after);
  });
  publish(...events);
  return preferences;
}

/** The kinds that are off after switching these groups. */
function switched(quietKinds: string[], groups: NonNullable<PreferencesBody["notifications"]>): string[] {
  const quiet = new Set(quietKinds);
  for (const group of NOTIFICATION_GROUP_NAMES) {
    const isOn = groups[group];
    if (isOn === undefined) continue;
    for (const kind of kindsOf(group)) {
      if (isOn) quiet.delete(kind);
      else quiet.add(kind);
    }
  }
  return [...quiet];
}

/** A no-op for a word that is already muted, ignoring case and width. @throws AppError validation_error */
export function muteWord({ actor, word }: { actor: Actor; word: string }): Promise<Preferences> {
  const key = foldWord(word);
  if (!key) throw new AppError("validation_error", { message: "There is nothing in this word to look for." });
  return change(actor, ({ mutedWords }) => {
    if (mutedWords.some((muted) => foldWord(muted) === key)) return {};
    if (mutedWords.length >= MUTED_WORDS_MAX)
      throw new AppError("validation_error", { message: `At most ${MUTED_WORDS_MAX} words can be muted.` });
    return { mutedWords: [...mutedWords, word] };
  });
}

export function unmuteWord({ actor, word }: { actor: Actor; word: string }): Promise<Preferences> {
  const key = foldWord(word);
  return change(actor, ({ mutedWords }) => ({
    mutedWords: mutedWords.filter((muted) => foldWord(muted) !== key),
  }));
}
