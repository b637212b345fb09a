import { z } from "zod";

const localized = z.union([z.string(), z.record(z.string(), z.string())]);

/** The top of an app's first board, in a post with the app. */
export const boardCardSchema = z.object({
  title: localized,
  unit: localized.nullable(),
  verified: z.boolean(),
  /** Best first; without a name for people who do not show it to the app. */
  entries: z.array(z.object({ name: z.string().nullable(), value: z.number() })),
});
export type BoardCard = z.infer<typeof boardCardSchema>;

/** As stored: for a viewer who hides nobody. */
export type BoardCardRecord = Omit<BoardCard, "entries"> & {
  entries: (BoardCard["entries"][number] & { userId: string })[] | null;
};

/** What live streams need to know about a changed board. */
export type BoardNews = {
  appOwnerId: string;
  isAppPublic: boolean;
  /** Milliseconds of the database's clock, because events can arrive out of order. */
  at: number;
  board: BoardCardRecord | null;
};
