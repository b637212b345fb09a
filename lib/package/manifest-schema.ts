import { z } from "zod";
import { manifestSchema } from "./manifest-contract";

/**
 * The JSON Schema of the manifest, short forms included, for completion and validation in editors. What a schema cannot
 * express (existing files, hidden characters) `gum check` checks.
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
