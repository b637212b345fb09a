import { z } from "zod";
import { MUTED_WORD_MAX_CHARS } from "@/lib/config/limits";
import { NOTIFICATION_GROUP_NAMES, type NotificationGroup } from "@/lib/notifications/kinds";
import { maxGraphemes } from "@/lib/shared/text-contract";

const groups = Object.fromEntries(NOTIFICATION_GROUP_NAMES.map((name) => [name, z.boolean()])) as Record<
  NotificationGroup,
  z.ZodBoolean
>;

/** Private preferences: muted words, notifications, search visibility. */
export const preferencesSchema = z.object({
  mutedWords: z.array(z.string()),
  notifications: z.object(groups),
  /** Which of them are also pushed to devices. */
  pushes: z.object(groups),
  /** Excluded from search, suggestions and trends, except for followers. */
  unlisted: z.boolean(),
  /** Only accepted followers see their posts. */
  isPrivate: z.boolean(),
  /** Asks before a post whose pictures have no description. */
  altReminder: z.boolean(),
  /** Shortcuts of one key work. */
  singleKeys: z.boolean(),
});
export type Preferences = z.infer<typeof preferencesSchema>;

/** Body of `PATCH /v2/users/me/preferences`: only what changes. */
export const preferencesBody = z.strictObject({
  notifications: z.strictObject(groups).partial().optional(),
  pushes: z.strictObject(groups).partial().optional(),
  unlisted: z.boolean().optional(),
  /** False accepts all who asked to follow. */
  isPrivate: z.boolean().optional(),
  altReminder: z.boolean().optional(),
  singleKeys: z.boolean().optional(),
});
export type PreferencesBody = z.infer<typeof preferencesBody>;

/** Body of `POST` and `DELETE /v2/users/me/muted-words`. */
export const mutedWordBody = z.strictObject({
  word: z.string().trim().min(1).max(1_000).check(maxGraphemes(MUTED_WORD_MAX_CHARS)),
});
