import type { FrameAllowance } from "@/lib/package/frame-allowance";
import type { ConsoleNode, ConsoleTree } from "@/lib/sandbox/protocol/console-tree";
import type { KeyCombination } from "@/lib/sandbox/protocol/shell-keys";
import type { Device } from "@/lib/storage/rules";
import type { Taker } from "@/lib/sandbox/host/storage/mirror-events";

export type RunnerStatus =
  | { status: "loading" }
  | { status: "running" }
  | { status: "suspended"; saved: string | null }
  | { status: "stopped" }
  /**
   * The app continues in another browser or tab. `conflict`: both sides have saved, and the person must
   * choose.
   */
  | { status: "moved"; by: Taker; conflict: boolean }
  /** `code` of a LaunchError, or why the run ended. */
  | { status: "failed"; code: FailureCode; message: string };

export type FailureCode =
  | "no_entry_point"
  | "entry_not_found"
  | "fetch_failed"
  | "package_invalid"
  | "frame_failed"
  | "storage_failed"
  /** The room was not reached. */
  | "room_unreachable"
  /** The person may not be in the room. */
  | "room_refused"
  /** The app of the room is unpublished or deleted. */
  | "app_gone"
  /** What the app was to start from was not reached, or is not there any more. */
  | "moment_unreachable"
  | "moment_gone"
  /** The user declined to run it in a browser that may leak data. */
  | "declined"
  /** The document behind the port is gone: the app navigated away or crashed. */
  | "gone"
  | "flood"
  | "malformed"
  /** The app stole the keyboard focus from the shell. */
  | "focus";

/** Progress of pending downloads in bytes; null if there are none. */
export type DownloadProgress = { loaded: number; total: number } | null;

export interface Problem {
  kind: "start" | "error" | "rejection";
  message: string;
  source: string;
  line: number;
  stack: string;
  /** Whether the page is blank. */
  blank: boolean;
}

export type { ConsoleNode, ConsoleTree };

export type ConsoleLevel = "debug" | "log" | "info" | "warn" | "error";

export type RunnerEvent =
  | { type: "status"; status: RunnerStatus }
  /** A download that takes longer than a moment. */
  | { type: "download"; progress: DownloadProgress }
  /** First visible content. */
  | { type: "shown" }
  /** The page's load event has fired. */
  | { type: "loaded"; blank: boolean }
  /** The app called `gum.ready()`. */
  | { type: "ready" }
  | { type: "problem"; problem: Problem }
  /** The frame's policy blocked something that the app's developer may allow. */
  | { type: "blocked"; allowance: FrameAllowance }
  /** `tree`: instead of the text, of an app whose console is unfolded. */
  | { type: "console"; level: ConsoleLevel; text: string; time: number; tree?: ConsoleTree | null }
  | { type: "bridge"; direction: "in" | "out"; name: string; time: number }
  /** Null while unknown. */
  | { type: "memory"; bytes: number | null }
  | { type: "storage"; usedBytes: number; quotaBytes: number }
  | { type: "storageFull" }
  /** Databases are too large for the account. `gone`: this device had them, and has no longer. */
  | { type: "device"; place: "here" | "elsewhere" | "gone"; device: Device | null; bytes: number }
  /** A file of the running app is not to be had any more, because the app was updated. */
  | { type: "updated" }
  | { type: "unsaved"; failing: boolean }
  /** A save was refused because somebody else is signed in now. */
  | { type: "accountChanged" }
  /** The person went to another version, which has other data: this run must end. */
  | { type: "replaced" }
  /** A shortcut of the shell was pressed in the app. */
  | { type: "shortcut"; combination: KeyCombination }
  /** Escape is held in the app, or no longer. */
  | { type: "leaving"; held: boolean }
  /** Escape was held long enough: the shell takes the focus. */
  | { type: "leave" }
  /** `crashed`: its process has ended, so it will not answer any more. */
  | { type: "unresponsive"; crashed: boolean }
  | { type: "responsive" };
