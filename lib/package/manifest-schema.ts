import { z } from "zod";
import { manifestSchema } from "./manifest-contract";

/**
 * The manifest as JSON Schema, made from the contract, for editors to complete and underline. It says what may be
 * written (short forms too); what a schema cannot say (which files there are, what is hidden) `gum check` does.
 */
export function manifestJsonSchema(): object {
  const schema = z.toJSONSchema(manifestSchema, { io: "input", target: "draft-2020-12" });
  return {
    ...schema,
    title: "Gum app manifest",
    description: "manifest.json of a .gum package.",
    properties: { $schema: { type: "string" }, ...schema.properties },
    additionalProperties: true,
  };
}
