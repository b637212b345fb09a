import fs from "node:fs";

/** A query, and the labels that the text beside it shows. */
type Query = { query: string; shown: string[] };

const labelsShown = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, label]) => label!);

/** The rules of docs/deploy/alerts.yml. */
export function alertQueries(): Query[] {
  const rules = fs.readFileSync("docs/deploy/alerts.yml", "utf8").split("- alert: ").slice(1);
  return rules
    .map((rule) => ({
      query: /expr: (?:\|\n)?([^]*?)\n {8}(?:for|labels):/.exec(rule)![1]!.replace(/\s+/g, " ").trim(),
      shown: labelsShown(rule, /\$labels\.(\w+)/g),
    }))
    .filter(({ query }) => !query.startsWith("up{"));
}

type Panel = { targets?: { expr: string; legendFormat?: string }[]; panels?: Panel[] };

/** The panels of docs/deploy/dashboard.json. */
export function dashboardQueries(): Query[] {
  const of = ({ targets = [], panels = [] }: Panel): Query[] => [
    ...targets.map(({ expr, legendFormat = "" }) => ({
      query: expr,
      shown: labelsShown(legendFormat, /\{\{(\w+)\}\}/g),
    })),
    ...panels.flatMap(of),
  ];
  return of(JSON.parse(fs.readFileSync("docs/deploy/dashboard.json", "utf8")) as Panel);
}

/** What follows an opening bracket, up to its closing one. */
function within(text: string, from: number): string {
  let depth = 1;
  let at = from;
  while (depth > 0 && at < text.length) depth += { "(": 1, ")": -1 }[text[at++]!] ?? 0;
  return text.slice(from, at);
}

/**
 * The series that a query reads.
 * @returns `labels`: those in its selector and in the groupings around it; `values`: `label="value"` of the selector
 */
export function seriesIn(query: string): { name: string; labels: string[]; values: string[] }[] {
  const groups = [...query.matchAll(/\bby \(([^)]*)\) ?\(/g)].map((match) => {
    const from = match.index + match[0].length;
    return { labels: match[1]!.split(/, ?/), from, to: from + within(query, from).length };
  });
  return [...query.matchAll(/\b((?:gum|nodejs|process)_[a-z0-9_]+)(?:\{([^}]*)\})?/g)].map((match) => {
    const selector = match[2] ?? "";
    const around = groups.filter(({ from, to }) => match.index >= from && match.index < to);
    return {
      name: match[1]!,
      labels: [
        ...[...selector.matchAll(/(\w+)(?:=|!)/g)].map(([, label]) => label!),
        ...around.flatMap(({ labels }) => labels),
      ],
      values: [...selector.matchAll(/\w+="[^"]*"/g)].map(([value]) => value),
    };
  });
}
