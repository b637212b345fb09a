import "server-only";
import type { z } from "zod";

const KINDS: Partial<Record<string, string>> = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
};

/** Sentences that a person understands, for what a schema does not word itself. */
export function validationMessage(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case "invalid_type":
      if (issue.input === undefined) return "This is missing.";
      return `This must be ${KINDS[issue.expected] ?? "of another kind"}.`;
    case "too_small":
      return limit(issue.origin, "at least", issue.minimum);
    case "too_big":
      return limit(issue.origin, "at most", issue.maximum);
    case "invalid_value":
      return `This must be ${issue.values.length === 1 ? "" : "one of "}${issue.values.map((value) => String(value)).join(", ")}.`;
    case "unrecognized_keys":
      return `There is no field called ${issue.keys.map((key) => key.slice(0, 60)).join(", ")} here.`;
    case "invalid_format":
      return issue.format === "uuid" ? "This is not an id." : "This does not have the right form.";
    default:
      return "This is not valid.";
  }
}

function limit(origin: string, bound: string, value: number | bigint): string {
  const count = Number(value);
  if (origin === "string")
    return count === 1 && bound === "at least"
      ? "This must not be empty."
      : `This must have ${bound} ${count} characters.`;
  if (origin === "array" || origin === "set") return `This must have ${bound} ${count} entries.`;
  return `This must be ${bound} ${count}.`;
}
