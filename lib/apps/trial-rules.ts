import {
  TRIAL_BLANK_MS,
  TRIAL_ERROR_CHARS,
  TRIAL_ERRORS_MAX,
  TRIAL_HOSTS_MAX,
  TRIAL_START_MS,
} from "@/lib/config/trial-limits";

/** How a trial ended; `untried` is no result. */
export const TRIAL_OUTCOMES = ["started", "failed", "untried"] as const;
export type TrialOutcome = (typeof TRIAL_OUTCOMES)[number];

export const TRIAL_CAUSES = [
  // failed
  "error",
  "blank",
  "slow",
  "hangs",
  "crashed",
  // untried
  "no_browser",
  "busy",
  "unreachable",
  "browser_failed",
  "too_late",
] as const;
export type TrialCause = (typeof TRIAL_CAUSES)[number];

export const TRIAL_PICTURES = ["desktop", "phone"] as const;
export type TrialPicture = (typeof TRIAL_PICTURES)[number];

/** What the page of a trial has seen of the app. Times are in milliseconds since its code was let run. */
export type TrialReport = {
  /** The instance did not bring the package or its frame. */
  unreachable: boolean;
  /** Null before the start. */
  elapsed: number | null;
  /** Why there is no run. */
  failure: string | null;
  shownAt: number | null;
  loadedAt: number | null;
  /** At the load event. */
  blank: boolean;
  /** An error left the page blank. */
  broken: boolean;
  unresponsive: "busy" | "crashed" | null;
  errors: string[];
  hosts: string[];
  saves: boolean;
};

export const EMPTY_REPORT: TrialReport = {
  unreachable: false,
  elapsed: null,
  failure: null,
  shownAt: null,
  loadedAt: null,
  blank: false,
  broken: false,
  unresponsive: null,
  errors: [],
  hosts: [],
  saves: false,
};

export type Verdict = { outcome: TrialOutcome; cause: TrialCause | null };

/** What a report means; null while it is too early to say. */
export function judgeTrial(report: TrialReport): Verdict | null {
  const { elapsed, shownAt, loadedAt } = report;
  if (report.unreachable) return { outcome: "untried", cause: "unreachable" };
  if (report.unresponsive === "crashed") return failed("crashed");
  if (report.failure !== null || report.broken) return failed("error");
  if (loadedAt !== null && (shownAt !== null || !report.blank)) return { outcome: "started", cause: null };
  if (elapsed === null) return null;
  // A page that shows something may load on for long.
  if (shownAt !== null && elapsed - shownAt > TRIAL_BLANK_MS) return { outcome: "started", cause: null };
  if (loadedAt !== null && elapsed - loadedAt > TRIAL_BLANK_MS) return failed("blank");
  if (elapsed > TRIAL_START_MS) return failed(report.unresponsive === "busy" ? "hangs" : "slow");
  return null;
}

const failed = (cause: TrialCause): Verdict => ({ outcome: "failed", cause });

/** From the start until something is seen, in milliseconds. */
export function startTimeOf({ shownAt, loadedAt }: TrialReport): number | null {
  const at = shownAt ?? loadedAt;
  return at === null ? null : Math.round(at);
}

/** Adds an error, without repetitions. */
export function addError(errors: readonly string[], text: string): string[] {
  const line = text.trim().slice(0, TRIAL_ERROR_CHARS);
  if (line === "" || errors.length >= TRIAL_ERRORS_MAX || errors.includes(line)) return [...errors];
  return [...errors, line];
}

/** The lines of the frame (violation-text.ts, refusals.ts) that name a host outside the package. */
const REFUSALS = [
  /^(\S+) is not part of the package, so /,
  /^Network API blocked by policy: .* \(([^()\s]+)\)$/,
];

/** The host that a line of the app's console says was refused; null for other lines. */
export function refusedHost(line: string): string | null {
  for (const refusal of REFUSALS) {
    const host = refusal.exec(line)?.[1];
    if (host) return host.slice(0, 253);
  }
  return null;
}

export function addHost(hosts: readonly string[], host: string): string[] {
  return hosts.length >= TRIAL_HOSTS_MAX || hosts.includes(host) ? [...hosts] : [...hosts, host];
}
