import "server-only";
import { visit } from "jsonc-parser";
import { AppError } from "@/lib/shared/errors";

/** jsonc-parser's visitor is recursive, and no client of ours nests this deep. */
const DEPTH_MAX = 500;

const SURROGATE = /\\u[dD][89a-fA-F]/;

function toWellFormed(_key: string, value: unknown): unknown {
  return typeof value === "string" ? value.replace(/\p{Surrogate}/gu, "\ufffd") : value;
}

/**
 * Strict JSON for request bodies. Refuses what JSON.parse accepts but two parsers could read differently: duplicate keys
 * and `__proto__`. Unless `allowNul`, refuses NUL characters and lone surrogates in keys, and
 * replaces those in texts: PostgreSQL cannot store them.
 * @throws AppError invalid_json
 */
export function parseJson(text: string, { allowNul = false }: { allowNul?: boolean } = {}): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text, !allowNul && SURROGATE.test(text) ? toWellFormed : undefined);
  } catch {
    throw new AppError("invalid_json");
  }
  refuseAmbiguity(text, allowNul);
  return value;
}

function refuseAmbiguity(text: string, allowNul: boolean): void {
  const refuse = (message: string): never => {
    throw new AppError("invalid_json", { message });
  };
  const checkText = (value: unknown) => {
    if (!allowNul && typeof value === "string" && value.includes("\0"))
      refuse("Text must not contain NUL characters.");
  };
  /** The keys of each open object or array; an array's stay empty. */
  const open: Set<string>[] = [];
  const begin = () => {
    if (open.push(new Set()) > DEPTH_MAX) refuse("The JSON is nested too deeply.");
  };
  const end = () => void open.pop();
  visit(text, {
    onObjectBegin: begin,
    onArrayBegin: begin,
    onObjectEnd: end,
    onArrayEnd: end,
    onLiteralValue: checkText,
    onObjectProperty(key) {
      checkText(key);
      if (!allowNul && /\p{Surrogate}/u.test(key)) refuse("A key holds half a character.");
      if (key === "__proto__") refuse("The key __proto__ is not accepted.");
      const keys = open.at(-1)!;
      if (keys.has(key)) refuse(`The key "${key.slice(0, 60)}" appears twice in one object.`);
      keys.add(key);
    },
  });
}
