import type { z } from "zod";
import { countGraphemes } from "./visible-text";

/** A zod check for at most `max` graphemes, and so many UTF-16 units as real graphemes have. Reported like `max()`. */
export function maxGraphemes(max: number): z.core.CheckFn<string> {
  return ({ value, issues }) => {
    if (countGraphemes(value, max) > max)
      issues.push({ code: "too_big", origin: "string", maximum: max, inclusive: true, input: value });
  };
}
