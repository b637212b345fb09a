import { expect, it } from "vitest";
import { idParams, idSchema } from "./contract";

it("an id is one text, however it is written", () => {
  const id = "018f0000-0000-7000-8000-00000000000a";
  expect(idSchema.parse(id.toUpperCase())).toBe(id);
  expect(idParams.parse({ id: id.toUpperCase() })).toEqual({ id });
  expect(idSchema.safeParse(`${id} `).success).toBe(false);
});
