import "server-only";
import { AppError } from "@/lib/domain/errors";

/**
 * Strict JSON for request bodies. What JSON.parse lets through and two readers could understand differently is
 * refused: a key that stands twice in one object, `__proto__`, NUL characters (PostgreSQL has none) unless
 * `allowNul`.
 * @throws AppError invalid_json
 */
export function parseJson(text: string, { allowNul = false }: { allowNul?: boolean } = {}): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new AppError("invalid_json");
  }
  refuseAmbiguity(text, allowNul);
  return value;
}

/** Walks JSON that is known to be well-formed; only strings and the nesting matter. */
function refuseAmbiguity(text: string, allowNul: boolean): void {
  const open: (Set<string> | null)[] = [];
  let expectsKey = false;
  for (let at = 0; at < text.length; at++) {
    switch (text[at]) {
      case "{":
        open.push(new Set());
        expectsKey = true;
        break;
      case "[":
        open.push(null);
        expectsKey = false;
        break;
      case "}":
      case "]":
        open.pop();
        expectsKey = false;
        break;
      case ",":
        expectsKey = open.at(-1) != null;
        break;
      case ":":
        expectsKey = false;
        break;
      case '"': {
        const start = at;
        for (at++; text[at] !== '"'; at++) if (text[at] === "\\") at++;
        const string = JSON.parse(text.slice(start, at + 1)) as string;
        if (!allowNul && string.includes("\0"))
          throw new AppError("invalid_json", { message: "Text must not hold NUL characters." });
        const keys = open.at(-1);
        if (!expectsKey || !keys) break;
        if (string === "__proto__")
          throw new AppError("invalid_json", { message: "The key __proto__ is not accepted." });
        if (keys.has(string)) {
          throw new AppError("invalid_json", {
            message: `The key "${string.slice(0, 60)}" stands twice in one object.`,
          });
        }
        keys.add(string);
        break;
      }
    }
  }
}
