import "server-only";
import { MUTED_WORDS_MAX } from "@/lib/config/limits";
import { inTransaction } from "@/lib/db/client";
import { NOTIFICATION_GROUPS, NOTIFICATION_GROUP_NAMES } from "@/lib/notifications/rules";
import { foldWord } from "@/lib/search/muted-words";
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

/** Changes what `of` the present state says, one change after the other. */
function change(
  actor: Actor,
  of: (present: PreferencesRecord) => Partial<PreferencesRecord>,
): Promise<Preferences> {
  return inTransaction(async (tx) => {
    await lockUser(actor.id, tx);
    const present = await findPreferences(actor.id, tx);
    if (!present) throw new AppError("not_found");
    return presentPreferences(await writePreferences(actor.id, of(present), tx));
  });
}

/** Changes what is named; other kinds of notifications stay as they are. */
export function changePreferences({
  actor,
  body: { notifications = {}, unlisted },
}: {
  actor: Actor;
  body: PreferencesBody;
}): Promise<Preferences> {
  return change(actor, ({ quietKinds }) => {
    const quiet = new Set(quietKinds);
    for (const group of NOTIFICATION_GROUP_NAMES) {
      const isOn = notifications[group];
      if (isOn === undefined) continue;
      for (const kind of NOTIFICATION_GROUPS[group]) {
        if (isOn) quiet.delete(kind);
        else quiet.add(kind);
      }
    }
    return { quietKinds: [...quiet], ...(unlisted !== undefined && { unlisted }) };
  });
}

/** A no-op for a word that is muted already, in any case and width. @throws AppError validation_error */
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
