import { toast } from "@/components/ui/toast";
import type { Finding } from "@/lib/package/finding";
import { findingText, type SayFinding, type SayValue } from "../upload/finding-values";

/** The first problem that refuses the project: its file and line, and what it is. */
export function firstProblem(
  findings: readonly Finding[],
  textOf: (finding: Finding) => string,
): string | null {
  const first = findings.find(({ level }) => level === "error") ?? findings[0];
  if (!first) return null;
  const { entry, line } = first;
  const text = textOf(first);
  // Many texts begin with the file themselves.
  if (!entry || (line === undefined && text.startsWith(entry))) return text;
  return `${line === undefined ? entry : `${entry}:${line}`}: ${text}`;
}

/** Says that nothing was done, and why. `title`: what was not done. */
export function showProblem(
  title: string,
  findings: readonly Finding[],
  say: SayFinding,
  sayValue: SayValue,
): void {
  const description = firstProblem(findings, (finding) => findingText(finding, say, sayValue));
  toast(title, { tone: "danger", id: "playground-problem", description });
}
