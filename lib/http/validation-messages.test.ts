import { expect, it } from "vitest";
import { z } from "zod";
import { validationMessage } from "./validation-messages";

const messageOf = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value, { error: validationMessage }).error?.issues[0]?.message;

it.each([
  [z.string(), undefined, "This is missing."],
  [z.string(), 5, "This must be a text."],
  [z.object({}), [], "This must be an object."],
  [z.string().min(1), "", "This must not be empty."],
  [z.string().max(3), "long", "This must have at most 3 characters."],
  [z.array(z.string()).max(1), ["a", "b"], "This must have at most 1 entries."],
  [z.number().min(2), 1, "This must be at least 2."],
  [z.enum(["a", "b"]), "c", "This must be one of a, b."],
  [z.strictObject({}), { more: 1 }, "There is no field called more here."],
  [z.uuid(), "x", "This is not an id."],
  [z.string().regex(/^a$/), "b", "This does not have the right form."],
  // A schema's own words stand.
  [z.string().regex(/^a$/, { message: "Only an a." }), "b", "Only an a."],
])("%# says it in words: %j", (schema, value, message) => expect(messageOf(schema, value)).toBe(message));
