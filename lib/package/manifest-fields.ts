import { isJsonObject, type JsonPath, type JsonValue } from "./json-source";

/** The fields that a manifest may have, level by level. `null`: no further levels; `open`: whatever the author likes. */
type Fields = { [field: string]: Fields | "open" | null };

const FIELDS: Fields = {
  $schema: null,
  name: null,
  version: null,
  entry: { html: null, module: null },
  description: null,
  icon: null,
  category: null,
  tags: null,
  screenshots: null,
  license: null,
  source_code_url: null,
  required_capabilities: { name: null, reason: null },
  network: { hosts: null, reason: null },
  metadata: "open",
  limits: { memory_mb: null },
  runtime_target: null,
};

/** What a manifest has beyond that, as paths. A field of a later version, or one that is spelt wrongly. */
export function unknownFields(manifest: JsonValue): JsonPath[] {
  return collect(manifest, FIELDS, []);
}

function collect(value: JsonValue | undefined, fields: Fields, path: JsonPath): JsonPath[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => collect(item, fields, [...path, index]));
  if (!isJsonObject(value)) return [];
  return Object.keys(value).flatMap((key) => {
    const below = Object.hasOwn(fields, key) ? fields[key] : undefined;
    if (below === undefined) return [[...path, key]];
    return below === null || below === "open" ? [] : collect(value[key], below, [...path, key]);
  });
}
