/** What a page says to an AppFrame and hears from it. Types only: importing this costs nothing at run time. */
import type { PackageSource } from "@/lib/sandbox/host/app-package";
import type { Problem, RunnerEvent, RunnerStatus } from "@/lib/sandbox/host/runner-events";

/**
 * Where an app's files come from: `{kind: "url", url, sha256?}` fetches package bytes with the session's cookie (with `sha256`,
 * hex, they are kept for the next start); `{kind: "files", files, manifest}` has them at hand, paths relative to the manifest.
 */
export type AppSource = PackageSource;
export type AppProblem = Problem;
export type AppFrameEvent = RunnerEvent;
export type AppFrameStatus = RunnerStatus;

export interface RunnableApp {
  /** Storage belongs to (person, this id). */
  id: string;
  name: string;
  version: string;
  source: AppSource;
}

/** Who keeps what the app saves: the server for a signed-in person, this browser for guests and local apps, nobody. */
export type KeepStorage = "account" | "browser" | "memory";

export interface AppFrameHandle {
  /** Runs the app anew; sessionStorage stays, as over a reload. */
  restart(): void;
  /** Asks the app for its state (3 MB at most), removes the frame. Gives the text that `restored` takes, null if none. */
  suspend(): Promise<string | null>;
  /** Starts again with what the last suspend saved. */
  resume(): void;
  /** Lets the app save (pagehide), then removes the frame. */
  stop(): Promise<void>;
  /** Puts the keyboard into the app. */
  focus(): void;
  /** Heap of the app's frame in MB as it said last, null where it is not known. */
  memoryMb(): number | null;
}

export interface AppFrameProps {
  app: RunnableApp;
  keep: KeepStorage;
  /** What `suspend` gave, to start from there. Read once, at the start. */
  restored?: string | null;
  /** True while something of the shell lies over the app. Open dialogs and menus (`<html data-overlay>`) are noticed anyway. */
  covered?: boolean;
  /** Takes the keyboard into the app once it has loaded. Default true; false where several are on a page. */
  focusOnLoad?: boolean;
  /** For `gum.compose`: opens the composer, resolves to whether the person posted. Without it the capability is absent. */
  onCompose?: (draft: { text: string; image: Blob | null }) => Promise<boolean>;
  /** Names the run where the app reaches out (`keep: "account"` only). Without it an app hears 'egress not wired'. */
  runToken?: () => Promise<string>;
  /** "Report" on the error message. Without it the button is not shown. */
  onReport?: (problem: AppProblem) => void;
  onStatus?: (status: AppFrameStatus) => void;
  onEvent?: (event: AppFrameEvent) => void;
  className?: string;
  ref?: React.Ref<AppFrameHandle>;
}
