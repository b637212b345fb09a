/** Where in its sources a place of a built file is from. */
const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** Line and column count from 1, as in a stack. */
export type SourcePlace = { file: string; line: number; column: number };
/** Without a column, the first place of the line. Null where the line is from no source. */
export type FindSource = (line: number, column?: number) => SourcePlace | null;

/** @param map in JSON; it is read with the first place that is asked for */
export function sourceFinder(map: string): FindSource {
  let lines: Segment[][] | null = null;
  return (line, column = 1) => {
    const [first, ...more] = (lines ??= linesOf(map))[line - 1] ?? [];
    if (!first) return null;
    const { at: _, ...place } = more.findLast(({ at }) => at < column) ?? first;
    return place;
  };
}

/** Where a part of a built line begins, from 0, and where it is from. */
type Segment = SourcePlace & { at: number };

function linesOf(map: string): Segment[][] {
  const { sources, mappings } = JSON.parse(map) as { sources: string[]; mappings: string };
  let source = 0;
  let line = 0;
  let column = 0;
  return mappings.split(";").map((segments) => {
    let at = 0;
    return segments.split(",").flatMap((segment) => {
      const [columns = 0, sourceDelta, lineDelta, columnDelta] = numbersOf(segment);
      at += columns;
      if (sourceDelta === undefined || lineDelta === undefined || columnDelta === undefined) return [];
      source += sourceDelta;
      line += lineDelta;
      column += columnDelta;
      return [{ at, file: nameOf(sources[source]!), line: line + 1, column: column + 1 }];
    });
  });
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
