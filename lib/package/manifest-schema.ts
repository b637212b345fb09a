import { z } from "zod";
import { APP_CATEGORIES } from "@/lib/domain/app-category";
import { APP_NAME_MAX_GRAPHEMES } from "@/lib/domain/package-limits";
import { KNOWN_CAPABILITIES, manifestSchema } from "@/lib/contracts/manifest";

/**
 * The manifest as JSON Schema, made from the contract, for editors to complete and underline. It says what may be
 * written (short forms too); what a schema cannot say (which files there are, what is hidden) `gum check` does.
 */
export function manifestJsonSchema(): object {
  const schema = z.toJSONSchema(manifestSchema, {
    io: "input",
    target: "draft-2020-12",
    override({ path, jsonSchema }) {
      Object.assign(jsonSchema, EXTRA[path.filter((part) => part !== "properties").join("/")]);
    },
  }) as { properties: object };
  return {
    ...schema,
    title: "Gum app manifest",
    description: "manifest.json of a .gum package.",
    properties: { $schema: { type: "string" }, ...schema.properties },
    additionalProperties: true,
  };
}

/** What the contract checks by code and a schema can say by a pattern, by the place in the schema. */
const EXTRA: Record<string, object> = {
  name: { minLength: 1, maxLength: APP_NAME_MAX_GRAPHEMES },
  version: {
    pattern: "^(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.(0|[1-9]\\d*)(-[0-9A-Za-z.-]+)?(\\+[0-9A-Za-z.-]+)?$",
  },
  source_code_url: { pattern: "^https://", format: "uri" },
  category: { examples: [...APP_CATEGORIES] },
  "required_capabilities/items/anyOf/0": { examples: [...KNOWN_CAPABILITIES] },
  "required_capabilities/items/anyOf/1/name": { examples: [...KNOWN_CAPABILITIES] },
  "network/hosts/items": { examples: ["api.example.com"] },
};
