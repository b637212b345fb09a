/** One measured number, on a line of its own. */
export type Figure = {
  what: string;
  /** As measured, in `unit`. */
  value: number;
  unit: string;
  /** The same of what it is compared with. */
  base?: { name: string; value: number };
  /** The most that the ratio to `base` may be; without a base, the most that `value` may be. */
  limit?: number;
};

export type Judged = Figure & { ratio: number | null; holds: boolean | null };

/** Whether a figure keeps its limit; null where it has none. */
export function judge(figure: Figure): Judged {
  const ratio = figure.base ? figure.value / figure.base.value : null;
  const measured = ratio ?? figure.value;
  return { ...figure, ratio, holds: figure.limit === undefined ? null : measured <= figure.limit };
}

const number = (value: number): string =>
  value >= 1_000 ? value.toFixed(0) : value >= 100 ? value.toFixed(1) : value.toFixed(2);

/** The line of a figure: verdict, name, value, ratio, limit. */
export function lineOf(figure: Judged): string {
  const { what, value, unit, base, limit, ratio, holds } = figure;
  const verdict = holds === null ? "      " : holds ? "holds " : "BROKEN";
  const compared = base && ratio !== null ? `${number(ratio)} × ${base.name} (${number(base.value)})` : "";
  const limited = limit === undefined ? "" : `limit ${number(limit)}${base ? " ×" : ` ${unit}`}`;
  return `  ${verdict}  ${what.padEnd(62)} ${`${number(value)} ${unit}`.padStart(14)}  ${compared.padEnd(40)} ${limited}`.trimEnd();
}

/** Collects figures and prints each as it comes. */
export class Report {
  readonly figures: Judged[] = [];

  area(title: string): void {
    console.log(`\n  ${title}`);
  }

  note(text: string): void {
    console.log(`          ${text}`);
  }

  figure(figure: Figure): void {
    const judged = judge(figure);
    this.figures.push(judged);
    console.log(lineOf(judged));
  }

  /** Says which targets hold. @returns how many do not */
  summary(): number {
    const targets = this.figures.filter(({ holds }) => holds !== null);
    const broken = targets.filter(({ holds }) => !holds);
    console.log(`\n  ${targets.length - broken.length} of ${targets.length} targets hold.`);
    for (const { what } of broken) console.log(`  Broken: ${what}`);
    console.log();
    return broken.length;
  }
}

/** The middle of some numbers. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
