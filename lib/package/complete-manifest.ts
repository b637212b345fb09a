import type { FrameAllowance } from "./frame-allowance";
import { APP_INLINE_HASHES_LISTED } from "./limits";
import type { Inspection } from "./inspection";
import {
  isJsonObject,
  JsonSyntaxError,
  parseJsonSource,
  type JsonObject,
  type JsonValue,
} from "./json-source";
import { decodeUtf8 } from "./text-place";

type Needs = Pick<Inspection, "hashes" | "dynamicHandlers" | "needs" | "notScanned">;

/**
 * Adds to the manifest what the package's code needs: the hashes of inline handlers, `eval`. The rest,
 * including the order of fields and the author's indentation, stays as it is; a manifest that has all of it
 * stays byte for byte.
 * @param more found during a run
 */
export function completeManifest(
  bytes: Uint8Array,
  { hashes, dynamicHandlers, needs, notScanned }: Needs,
  more: readonly FrameAllowance[] = [],
): Uint8Array {
  const text = decodeUtf8(bytes);
  const written = text === null ? null : parse(text);
  if (!isJsonObject(written) || written["runtime_target"] === "quickjs") return bytes;
  const value = { ...written };
  const tooMany = hashes.length > APP_INLINE_HASHES_LISTED;
  const anyHandler = tooMany || dynamicHandlers.length > 0 || more.includes("inline-events");
  // A file that is too large to scan is usually a bundle or an engine, and most of those generate code.
  const evaluates = needs.has("eval") || notScanned.length > 0 || more.includes("eval");
  const changed = [
    (anyHandler || hashes.length > 0) && allowHandlers(value, tooMany ? [] : hashes, anyHandler),
    evaluates && require(value, "eval"),
  ];
  if (!changed.includes(true)) return bytes;
  const indent = /\n([ \t]+)\S/.exec(text!)?.[1] ?? 2;
  return new TextEncoder().encode(`${JSON.stringify(value, null, indent)}\n`);
}

function allowHandlers(manifest: JsonObject, hashes: readonly string[], anyHandler: boolean): boolean {
  const metadata = objectOf(manifest["metadata"]);
  const events = objectOf(metadata["inline_events"]);
  const listed = Array.isArray(events["allowed_attr_hashes"]) ? events["allowed_attr_hashes"] : [];
  const known = new Set(listed.map((hash) => String(hash).replace(/^'|'$/g, "")));
  const missing = hashes.filter((hash) => !known.has(hash) && !known.has(hash.replace(/^sha256-/, "")));
  const required = require(manifest, "inline-events");
  if (missing.length === 0 && (!anyHandler || events["at_run_time"] === true)) return required;
  if (missing.length > 0) events["allowed_attr_hashes"] = [...listed, ...missing];
  if (anyHandler) events["at_run_time"] = true;
  manifest["metadata"] = Object.assign(metadata, { inline_events: events });
  return true;
}

/** @returns whether it was not required yet */
function require(manifest: JsonObject, capability: FrameAllowance): boolean {
  const listed = Array.isArray(manifest["required_capabilities"]) ? manifest["required_capabilities"] : [];
  if (listed.some((item) => (isJsonObject(item) ? item["name"] : item) === capability)) return false;
  manifest["required_capabilities"] = [...listed, capability];
  return true;
}

/** A copy, so that the parsed manifest stays as it was. */
function objectOf(value: JsonValue | undefined): JsonObject {
  return Object.assign(Object.create(null) as JsonObject, isJsonObject(value) ? value : {});
}

function parse(text: string): JsonValue {
  try {
    return parseJsonSource(text).value;
  } catch (error) {
    if (error instanceof JsonSyntaxError) return null;
    throw error;
  }
}
