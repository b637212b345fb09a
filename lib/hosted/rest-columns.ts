import { badSyntax, restError } from "./rest-errors";
import { type ColumnType, columnType, type ViewName } from "./rest-views";

/** A column, or a place in its JSON, as JSON or as text. */
export type Place = { column: string; path?: { keys: string[]; isText: boolean } };
export type TypedPlace = Place & { type: ColumnType };

const STEPS_MAX = 5;
const KEY_MAX_CHARS = 64;

/**
 * Reads a name such as `body`, `media->0` (JSON) or `media->0->>type` (text).
 * @throws AppError if the view has no such column, or the column no JSON
 */
export function columnAt(view: ViewName, text: string): TypedPlace {
  const [column = "", ...steps] = text.split(/(?=->)/);
  const type = columnType(view, column);
  if (!type) throw restError(`column ${view}.${column.slice(0, 80)} does not exist`, { code: "42703" });
  if (steps.length === 0) return { column, type };
  const isPath =
    type === "jsonb" &&
    steps.length <= STEPS_MAX &&
    steps.every((step, index) => {
      const isText = step.startsWith("->>");
      const { length } = step.slice(isText ? 3 : 2);
      return length > 0 && length <= KEY_MAX_CHARS && (!isText || index === steps.length - 1);
    });
  if (!isPath) throw badSyntax(`"failed to parse a path into JSON (${text.slice(0, 80)})"`);
  const isText = steps.at(-1)!.startsWith("->>");
  const keys = steps.map((step) => step.replace(/^->>?/, ""));
  return { column, type: isText ? "text" : "jsonb", path: { keys, isText } };
}

/** The name of a place in a result: its last key that is not an index, else the column's. */
export function nameOf({ column, path }: Place): string {
  return path?.keys.findLast((key) => !/^-?\d+$/.test(key)) ?? column;
}
