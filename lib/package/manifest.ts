import type { z } from "zod";
import {
  entryFile,
  KNOWN_CAPABILITIES,
  manifestSchema,
  type Manifest,
  type ManifestRule,
} from "./manifest-contract";
import { APP_MEMORY_MB_MAX, MANIFEST_MAX_BYTES } from "./limits";
import { refusal, warning, type Finding, type Place } from "./finding";
import {
  isJsonObject,
  JsonSyntaxError,
  parseJsonSource,
  type JsonPath,
  type JsonSource,
  type JsonValue,
} from "./json-source";
import { PackageError } from "./package-error";
import type { MessageParams, RefusalCode } from "./package-messages";
import { byteSize } from "@/lib/shared/byte-size";
import { unknownFields } from "./manifest-fields";
import { printable } from "./path-rules";
import { decodeUtf8 } from "./text-place";

export const MANIFEST_FILE = "manifest.json";

export type ManifestReading = { manifest: Manifest; findings: Finding[]; placeOf(path: JsonPath): Place };

/**
 * Parses a manifest and checks everything that needs no other file.
 * @param label the name of the file in findings.
 * @throws PackageError with every problem and its line.
 */
export function readManifest(bytes: Uint8Array, label: string = MANIFEST_FILE): ManifestReading {
  const source = readSource(bytes, label);
  const placeOf = (path: JsonPath): Place => ({ entry: label, ...source.placeOf(path) });
  if (!isJsonObject(source.value))
    throw new PackageError(refusal("manifest_not_object", { entry: label }, placeOf([])));

  const parsed = manifestSchema.safeParse(source.value);
  if (!parsed.success) {
    const problems = parsed.error.issues
      .slice(0, 10 * PROBLEMS_MAX)
      .map((issue) => problemOf(issue, placeOf, source.value));
    const [first, ...more] = entryProblemsFirst(distinct(problems));
    throw new PackageError(first!, more.slice(0, PROBLEMS_MAX));
  }
  const findings = [
    ...source.duplicates.map(({ path, place }) =>
      warning("duplicate_field", { field: fieldName(path) }, { entry: label, ...place }),
    ),
    ...unknownFields(source.value).map((path) =>
      warning("unknown_field", { field: fieldName(path) }, placeOf(path)),
    ),
    ...capabilityFindings(parsed.data, placeOf),
  ];
  if (hasBothEntries(source.value))
    findings.push(warning("entry_ambiguous", {}, placeOf(["entry", "module"])));
  return { manifest: parsed.data, findings, placeOf };
}

/** A hostile manifest can have thousands. */
const PROBLEMS_MAX = 100;

const PICTURE = /\.(?:png|jpe?g|webp|gif|ico)$/i;
const ENTRY_TYPES = { html: /\.x?html?$/i, module: /\.m?js$/i };

/**
 * Checks the files that the manifest names.
 * @throws PackageError if the entry file is missing.
 */
export function checkManifestFiles(reading: ManifestReading, has: (path: string) => boolean): Finding[] {
  const { manifest, placeOf } = reading;
  const file = entryFile(manifest);
  const kind = manifest.entry.html === undefined ? "module" : "html";
  const entryPlace = placeOf(["entry", kind]);
  if (!has(file))
    throw new PackageError(refusal("entry_file_missing", { file: printable(file) }, entryPlace));

  const findings: Finding[] = [];
  if (!ENTRY_TYPES[kind].test(file))
    findings.push(warning("entry_unusual_type", { file: printable(file) }, entryPlace));
  if (manifest.icon === undefined) findings.push(warning("icon_missing"));
  const pictures: [path: JsonPath, file: string][] = manifest.screenshots.map((shot, i) => [
    ["screenshots", i],
    shot,
  ]);
  if (manifest.icon !== undefined) pictures.unshift([["icon"], manifest.icon]);
  for (const [path, picture] of pictures) {
    const params = { field: fieldName(path), file: printable(picture) };
    if (!has(picture)) findings.push(warning("picture_not_found", params, placeOf(path)));
    else if (!PICTURE.test(picture)) findings.push(warning("picture_type", params, placeOf(path)));
  }
  return findings;
}

function readSource(bytes: Uint8Array, entry: string): JsonSource {
  if (bytes.length > MANIFEST_MAX_BYTES) {
    const params = { entry, size: byteSize(bytes.length), limit: byteSize(MANIFEST_MAX_BYTES) };
    throw new PackageError(refusal("manifest_too_large", params, { entry }));
  }
  const text = decodeUtf8(bytes);
  if (text === null) throw new PackageError(refusal("manifest_not_utf8", { entry }, { entry }));
  try {
    return parseJsonSource(text);
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    throw new PackageError(
      refusal("manifest_syntax", { entry, problem: printable(error.problem) }, { entry, ...error.place }),
    );
  }
}

type Issue = z.core.$ZodIssue;

/** A zod issue as a finding at the line of its field. */
function problemOf(issue: Issue, placeOf: (path: JsonPath) => Place, value: JsonValue): Finding {
  // A union reports the issues of each of its forms; the form that fits the type of the value is meant.
  if (issue.code === "invalid_union") {
    const found = valueAt(value, issue.path as JsonPath);
    if (found !== undefined && typeof found !== "string" && !isJsonObject(found)) {
      const params = { field: fieldName(issue.path as JsonPath), expected: "a text or an object" };
      return refusal("field_type", params, placeOf(issue.path as JsonPath));
    }
    const form = issue.errors[typeof found === "string" ? 0 : 1]?.[0];
    if (form) return problemOf({ ...form, path: [...issue.path, ...form.path] }, placeOf, value);
  }
  const path = issue.path as JsonPath;
  const say = (code: RefusalCode, params: MessageParams = {}) =>
    refusal(code, { field: fieldName(path), ...params }, placeOf(path));
  const absent = valueAt(value, path) === undefined;
  if (
    path[0] === "entry" &&
    (absent || path.length === 1 || issue.code === "too_small") &&
    issue.code !== "custom"
  ) {
    return refusal("no_entry_point", {}, placeOf(path));
  }
  switch (issue.code) {
    case "custom":
      return customProblem((issue.params as { rule?: ManifestRule } | undefined)?.rule, say, placeOf, path);
    case "invalid_type":
      return absent
        ? say("field_missing")
        : say("field_type", { expected: EXPECTED[issue.expected] ?? issue.expected });
    case "too_small":
      return issue.origin === "string" || issue.origin === "array"
        ? say("field_empty")
        : say("field_number_range", MEMORY_RANGE);
    case "too_big":
      return issue.origin === "string" || issue.origin === "array"
        ? say("field_too_long", { limit: Number(issue.maximum) })
        : say("field_number_range", MEMORY_RANGE);
    case "invalid_key":
      return say("field_language");
    default:
      return say("field_invalid");
  }
}

/** The only numbers that a manifest has. */
const MEMORY_RANGE = { min: 1, max: APP_MEMORY_MB_MAX };

const EXPECTED: Record<string, string> = {
  string: "a text",
  object: "an object",
  record: "an object",
  array: "a list",
  boolean: "true or false",
  number: "a number",
  int: "a whole number",
};

function customProblem(
  rule: ManifestRule | undefined,
  say: (code: RefusalCode, params?: MessageParams) => Finding,
  placeOf: (path: JsonPath) => Place,
  path: JsonPath,
): Finding {
  switch (rule) {
    case "no_entry_point":
      return refusal("no_entry_point", {}, placeOf(path));
    case "runtime_needs_module":
    case "board_twice":
    case "verified_needs_quickjs":
      return refusal(rule, {}, placeOf(path));
    case undefined:
      return say("field_invalid");
    default:
      return say(`field_${rule}`);
  }
}

/** Capabilities that people are not asked about, so that nobody reads a reason. */
const UNASKED: ReadonlySet<string> = new Set(["inline-events", "eval", "wasm", "workers"]);

function capabilityFindings(manifest: Manifest, placeOf: (path: JsonPath) => Place): Finding[] {
  const known: readonly string[] = KNOWN_CAPABILITIES;
  return manifest.required_capabilities.flatMap(({ name, reason }, index) => {
    const place = placeOf(["required_capabilities", index]);
    if (!known.includes(name)) return [warning("capability_unknown", { capability: name }, place)];
    const isReasonMissing = reason === "" && !UNASKED.has(name);
    return isReasonMissing ? [warning("capability_without_reason", { capability: name }, place)] : [];
  });
}

function hasBothEntries(value: JsonValue): boolean {
  const entry = valueAt(value, ["entry"]);
  return isJsonObject(entry) && entry["html"] !== undefined && entry["module"] !== undefined;
}

function valueAt(value: JsonValue, path: JsonPath): JsonValue | undefined {
  let found: JsonValue | undefined = value;
  for (const part of path) {
    if (Array.isArray(found)) found = found[Number(part)];
    else if (isJsonObject(found)) found = found[part];
    else return undefined;
  }
  return found;
}

/** A path like `network.hosts[2]`. */
function fieldName(path: JsonPath): string {
  if (path.length === 0) return MANIFEST_FILE;
  return path
    .map((part, i) => (typeof part === "number" ? `[${part}]` : i === 0 ? part : `.${part}`))
    .join("");
}

/** One value may break several rules with the same message. */
function distinct(findings: Finding[]): Finding[] {
  return [...new Map(findings.map((finding) => [`${finding.code}\n${finding.message}`, finding])).values()];
}

/** A missing entry is the most important problem. */
function entryProblemsFirst(findings: Finding[]): Finding[] {
  return [...findings].sort(
    (a, b) => Number(b.code === "no_entry_point") - Number(a.code === "no_entry_point"),
  );
}
