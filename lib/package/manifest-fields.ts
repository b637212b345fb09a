import type { z } from "zod";
import { manifestSchema } from "./manifest-contract";
import { isJsonObject, type JsonPath, type JsonValue } from "./json-source";

/** Fields in which authors may put anything. */
const OPEN_FIELDS: readonly string[] = ["metadata"];

/** Paths of the fields that the schema does not know: those of a later version, or misspelt ones. */
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

/** The fields of the object that a schema accepts, also inside an array or a union. */
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
