import { z } from "zod";
import { LIST_MEMBERS_MAX, LIST_NAME_MAX_CHARS } from "@/lib/config/limits";
import { idSchema } from "@/lib/shared/contract";
import { maxGraphemes } from "@/lib/shared/text-contract";
import { hasHiddenCharacterOrBreak } from "@/lib/shared/hidden-characters";

/** A list of people, visible only to its owner. */
export const peopleListSchema = z.object({
  id: z.string(),
  name: z.string(),
  members: z.number(),
  /** Whether the given person is a member. */
  has: z.boolean(),
});
export type PeopleList = z.infer<typeof peopleListSchema>;

/** Query of `GET /v1/lists`. */
export const listsQuerySchema = z.object({ member: idSchema.optional() });

export const listBody = z.strictObject({
  name: z
    .string()
    .trim()
    .min(1)
    .check(maxGraphemes(LIST_NAME_MAX_CHARS))
    .refine((name) => !hasHiddenCharacterOrBreak(name), {
      message: "This has characters that cannot be seen.",
      params: { code: "hidden_characters" },
    }),
});

export const listMemberParams = z.strictObject({ id: idSchema, userId: idSchema });

/** Body of `POST /v2/users/me/imports/lists`: a list of an archive. */
export const importListBody = listBody.extend({ members: z.array(idSchema).max(LIST_MEMBERS_MAX) });
export const importListResponse = z.object({ isNew: z.boolean(), missing: z.int() });
export type ImportListResponse = z.infer<typeof importListResponse>;
