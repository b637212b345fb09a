import { refuse } from "./package-error";
import { decodeUtf8 } from "./text-place";
import {
  isJsonObject,
  JsonSyntaxError,
  parseJsonSource,
  type JsonObject,
  type JsonValue,
} from "./json-source";
import { MANIFEST_FILE } from "./manifest";

/**
 * The manifest with `hashes` (from an inspection) as its allowed inline handlers. Everything else, including the order of
 * fields and the author's indentation, stays unchanged.
 * @throws PackageError if the manifest is not a JSON object.
 */
export function allowHandlers(manifest: Uint8Array, hashes: readonly string[]): Uint8Array<ArrayBuffer> {
  const text = decodeUtf8(manifest);
  const value = text === null ? null : parse(text);
  if (!isJsonObject(value)) throw refuse("manifest_not_object", { entry: MANIFEST_FILE });

  const metadata = isJsonObject(value["metadata"]) ? value["metadata"] : emptyObject();
  const events = isJsonObject(metadata["inline_events"]) ? metadata["inline_events"] : emptyObject();
  events["allowed_attr_hashes"] = [...hashes];
  metadata["inline_events"] = events;
  value["metadata"] = metadata;

  const capabilities = Array.isArray(value["required_capabilities"]) ? value["required_capabilities"] : [];
  const isRequired = capabilities.some(
    (item) => (isJsonObject(item) ? item["name"] : item) === "inline-events",
  );
  if (!isRequired && hashes.length > 0) value["required_capabilities"] = [...capabilities, "inline-events"];

  const indent = /\n([ \t]+)\S/.exec(text!)?.[1] ?? 2;
  return new TextEncoder().encode(`${JSON.stringify(value, null, indent)}\n`);
}

function parse(text: string): JsonValue {
  try {
    return parseJsonSource(text).value;
  } catch (error) {
    if (error instanceof JsonSyntaxError) return null;
    throw error;
  }
}

function emptyObject(): JsonObject {
  return Object.create(null) as JsonObject;
}
