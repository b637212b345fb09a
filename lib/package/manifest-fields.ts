import type { z } from "zod";
import { manifestSchema } from "./manifest-contract";
import { isJsonObject, type JsonPath, type JsonValue } from "./json-source";

/** Below these an author may put whatever they like. */
const OPEN_FIELDS: readonly string[] = ["metadata"];

/** What a manifest has beyond the contract, as paths. A field of a later version, or one that is spelt wrongly. */
export function unknownFields(manifest: JsonValue): JsonPath[] {
  return collect(manifest, manifestSchema, []).filter(([field]) => field !== "$schema");
}

function collect(value: JsonValue | undefined, schema: z.core.$ZodType, path: JsonPath): JsonPath[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => collect(item, schema, [...path, index]));
  const shape = shapeOf(schema);
  if (!shape || !isJsonObject(value)) return [];
  return Object.keys(value).flatMap((key) => {
    const below = Object.hasOwn(shape, key) ? shape[key] : undefined;
    if (below === undefined) return [[...path, key]];
    return OPEN_FIELDS.includes(key) ? [] : collect(value[key], below, [...path, key]);
  });
}

/** The fields of the object that a schema takes in, by itself, in a list or as one of several forms. */
function shapeOf(schema: z.core.$ZodType): z.core.$ZodShape | null {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case "object":
      return def.shape;
    case "optional":
    case "default":
      return shapeOf(def.innerType);
    case "pipe":
      return shapeOf(def.in);
    case "array":
      return shapeOf(def.element);
    case "union":
      return def.options.map(shapeOf).find((shape) => shape !== null) ?? null;
    default:
      return null;
  }
}
