import { z } from "zod";
import { IMPORT_PEOPLE } from "@/lib/config/export-limits";
import { idSchema, listOf } from "@/lib/shared/contract";
import { userShortSchema } from "./user-contract";

/** Body of `POST /v2/users/me/imports/people`: people whom an archive names, with their ids and names there. */
export const peopleHereBody = z.strictObject({
  people: z
    .array(z.strictObject({ id: idSchema, username: z.string().max(100) }))
    .min(1)
    .max(IMPORT_PEOPLE),
});

/** Who has that id or that name here. People who are not here, or who block the viewer, are left out. */
const personHereSchema = z.object({
  /** The id of the archive. */
  idThere: z.string(),
  person: userShortSchema,
  /** The same account. Otherwise only the name is the same, which somebody else may have. */
  isSame: z.boolean(),
  /** How the viewer stands to them; a request to follow counts. */
  relation: z.object({ following: z.boolean(), blocked: z.boolean(), muted: z.boolean() }),
});
export type PersonHere = z.infer<typeof personHereSchema>;

export const peopleHereResponse = listOf(personHereSchema);
export type PeopleHere = z.infer<typeof peopleHereResponse>;
