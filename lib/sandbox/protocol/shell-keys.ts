/** Key presses in an app that are meant for the shell. */

/** A key press by the names of a KeyboardEvent. `code` with Shift as given; or `key`, however it is typed. */
export interface KeyCombination {
  code?: string;
  key?: string;
  ctrlKey?: boolean;
  shiftKey?: boolean;
  altKey?: boolean;
  metaKey?: boolean;
}

type KeyPress = Pick<KeyboardEvent, "code" | "key" | "ctrlKey" | "shiftKey" | "altKey" | "metaKey">;

export function isCombination(press: KeyPress, combination: KeyCombination): boolean {
  for (const modifier of ["ctrlKey", "altKey", "metaKey"] as const)
    if (press[modifier] !== Boolean(combination[modifier])) return false;
  if (combination.key !== undefined) return press.key === combination.key;
  return press.code === combination.code && press.shiftKey === Boolean(combination.shiftKey);
}

/** Holding Escape for this long leaves the app. */
export const LEAVE_HOLD_MS = 1_000;
