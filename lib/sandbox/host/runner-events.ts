/** What a runner tells whoever shows it. */
export type RunnerStatus =
  | { status: "loading" }
  | { status: "running" }
  | { status: "suspended"; saved: string | null }
  | { status: "stopped" }
  /** `code`: of a LaunchError, or why the run was ended. */
  | { status: "failed"; code: FailureCode; message: string };

export type FailureCode =
  | "no_entry_point"
  | "entry_not_found"
  | "fetch_failed"
  | "package_invalid"
  | "frame_failed"
  | "storage_failed"
  /** The person would not run it in a browser that leaves ways out open. */
  | "declined"
  /** The document behind the port is gone: the app navigated or crashed. */
  | "gone"
  | "silent"
  | "flood"
  | "malformed"
  /** The app took the keyboard from the shell. */
  | "focus";

export interface Problem {
  kind: "start" | "error" | "rejection";
  message: string;
  source: string;
  line: number;
  stack: string;
  /** The page shows nothing. */
  blank: boolean;
}

export type ConsoleLevel = "debug" | "log" | "info" | "warn" | "error";

export type RunnerEvent =
  | { type: "status"; status: RunnerStatus }
  /** Something can be seen for the first time. */
  | { type: "shown" }
  /** The page's load has passed. */
  | { type: "loaded"; blank: boolean }
  /** The app said `gum.ready()`. */
  | { type: "ready" }
  | { type: "problem"; problem: Problem }
  | { type: "console"; level: ConsoleLevel; text: string; time: number }
  | { type: "bridge"; direction: "in" | "out"; name: string; time: number }
  | { type: "memory"; bytes: number }
  | { type: "title"; title: string }
  | { type: "storage"; usedBytes: number; quotaBytes: number }
  | { type: "storageFull" }
  | { type: "unsaved"; failing: boolean }
  | { type: "unresponsive" }
  | { type: "responsive" };
