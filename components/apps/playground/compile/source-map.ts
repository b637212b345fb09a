/** Where in its sources a line of a built file is from. */
const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** @param line counts from 1, as in a stack @param column counts from 1; without it the first place of the line */
export function sourcePlace(
  map: string,
  line: number,
  column = Infinity,
): { file: string; line: number } | null {
  const { sources, mappings } = JSON.parse(map) as { sources: string[]; mappings: string };
  let source = 0;
  let sourceLine = 0;
  for (const [index, segments] of mappings.split(";").entries()) {
    let found: { file: string; line: number } | null = null;
    let at = 0;
    for (const segment of segments.split(",")) {
      const [columns = 0, sourceDelta, lineDelta] = numbersOf(segment);
      at += columns;
      if (sourceDelta === undefined || lineDelta === undefined) continue;
      source += sourceDelta;
      sourceLine += lineDelta;
      if (index !== line - 1 || (found && (column === Infinity || at > column - 1))) continue;
      found = { file: nameOf(sources[source]!), line: sourceLine + 1 };
    }
    if (index === line - 1) return found;
  }
  return null;
}

/** Base64 VLQ. */
function numbersOf(segment: string): number[] {
  const numbers: number[] = [];
  let value = 0;
  let shift = 0;
  for (const digit of segment) {
    const bits = DIGITS.indexOf(digit);
    value += (bits & 31) << shift;
    shift += 5;
    if (bits & 32) continue;
    numbers.push(value & 1 ? -(value >> 1) : value >> 1);
    value = shift = 0;
  }
  return numbers;
}

const nameOf = (source: string): string => source.replace(/^(?:\.\.?\/)*(?:project:)?/, "");
