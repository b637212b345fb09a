/** What a page says to an AppFrame and hears from it. Types only: importing this costs nothing at run time. */
import type { Manifest } from "@/lib/contracts/manifest";

/** Where an app's files come from. */
export type AppSource =
  /** Package bytes (`.gum`), fetched with credentials; `sha256` (hex) lets a copy be reused without asking again. */
  | { kind: "url"; url: string; sha256?: string }
  /** Files at hand: the playground, local apps, tests. Paths relative to the manifest. */
  | { kind: "files"; files: ReadonlyMap<string, Uint8Array>; manifest: Manifest };

export interface RunnableApp {
  /** Storage belongs to (person, this id). */
  id: string;
  name: string;
  version: string;
  source: AppSource;
}

/** Who keeps what the app saves: the server for a signed-in person, this browser for guests and local apps, nobody. */
export type KeepStorage = "account" | "browser" | "memory";

export type AppFrameStatus =
  | { status: "loading" }
  | { status: "running" }
  | { status: "suspended"; saved: string | null }
  | { status: "stopped" }
  | { status: "failed"; message: string };

export interface AppProblem {
  message: string;
  source: string;
  line: number;
  stack: string;
}

/** For the terminal, the dock's card and the metrics. Texts come from the app: show them as text. */
export type AppFrameEvent =
  | { type: "console"; level: "debug" | "log" | "info" | "warn" | "error"; text: string; time: number }
  | { type: "problem"; problem: AppProblem }
  | { type: "bridge"; direction: "in" | "out"; name: string; time: number }
  | { type: "memory"; bytes: number }
  | { type: "title"; title: string }
  | { type: "storage"; usedBytes: number; quotaBytes: number }
  | { type: "unresponsive" }
  | { type: "responsive" };

export interface AppFrameHandle {
  /** Runs the app anew; sessionStorage stays, as over a reload. */
  restart(): void;
  /** Asks the app for its state (3 MB at most), removes the frame. Gives the saved text for `restored`, null if none. */
  suspend(): Promise<string | null>;
  /** Starts again with what the last suspend saved. */
  resume(): void;
  /** Lets the app save (pagehide), then removes the frame. */
  stop(): Promise<void>;
  /** Puts the keyboard into the app. */
  focus(): void;
}

export interface AppFrameProps {
  app: RunnableApp;
  keep: KeepStorage;
  /** What `suspend` gave, to start from there. */
  restored?: string | null;
  /** True while something of the shell lies over the app. Open shell dialogs and focused fields are noticed anyway. */
  covered?: boolean;
  /** For `gum.compose`: opens the composer, resolves to whether the person posted. Without it the capability is absent. */
  onCompose?: (draft: { text: string; image: Blob | null }) => Promise<boolean>;
  /** "Report" on the error message. Without it the button is not shown. */
  onReport?: (problem: AppProblem) => void;
  onStatus?: (status: AppFrameStatus) => void;
  onEvent?: (event: AppFrameEvent) => void;
  className?: string;
  ref?: React.Ref<AppFrameHandle>;
}
