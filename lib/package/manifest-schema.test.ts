import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { manifestSchema } from "./manifest-contract";
import { manifestJsonSchema } from "./manifest-schema";
import { unknownFields } from "./manifest-fields";
import type { JsonValue } from "./json-source";

type Schema = { properties?: Record<string, Schema>; items?: Schema; anyOf?: Schema[] };

describe("the published JSON Schema", () => {
  it("is what the contract says today (else: node bin/gum.mjs schema > public/schema/manifest.json)", () => {
    const file = path.resolve(import.meta.dirname, "../../public/schema/manifest.json");
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual(manifestJsonSchema());
  });

  it("has each field that is known, and each known field is in it", () => {
    const { properties } = manifestJsonSchema() as Schema;
    expect(Object.keys(properties!).filter((field) => field !== "$schema")).toEqual(
      Object.keys(manifestSchema.shape),
    );
    const example = exampleOf({ properties: properties! });
    expect(unknownFields(example)).toEqual([]);
  });
});

/** A value that has every field of a schema. */
function exampleOf(schema: Schema): JsonValue {
  const form = schema.anyOf?.find(({ properties }) => properties) ?? schema;
  if (form.items) return [exampleOf(form.items)];
  if (!form.properties) return "x";
  return Object.fromEntries(
    Object.entries(form.properties).map(([field, below]) => [field, exampleOf(below)]),
  );
}
