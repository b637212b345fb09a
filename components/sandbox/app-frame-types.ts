/** Types only, so that importing them does not load the frame. */
import type { JoinedRoom } from "@/lib/rooms/contract";
import type { LocalPerson, LocalRoom } from "@/lib/rooms/local-room.client";
import type { PackageSource } from "@/lib/sandbox/host/app-package";
import type { Problem, RunnerEvent, RunnerStatus } from "@/lib/sandbox/host/runner-events";

/**
 * Where an app's files come from: `{kind: "url", url, sha256?}` fetches the package with the session cookie and, given its
 * `sha256` in hex, caches it; `{kind: "files", files, manifest}` has them in memory, with paths relative to the manifest.
 */
export type AppSource = PackageSource;
export type AppFrameEvent = RunnerEvent;

interface RunnableApp {
  /** Storage belongs to (user, this id). */
  id: string;
  name: string;
  /** Shown beside what the app says. */
  icon?: string | null;
  version: string;
  source: AppSource;
}

export interface AppFrameHandle {
  /** Restarts the app; sessionStorage stays, as in a reload. */
  restart(): void;
  /** Asks the app for its state (3 MB at most) and removes the frame. Returns the string to pass as `restored`, or null. */
  suspend(): Promise<string | null>;
  /** The last reported heap of the app's frame in MB, or null if unknown. */
  memoryMb(): number | null;
}

/** An app is tried out by a pretend person: its room, notices and card are in the memory of the page. */
export interface AppTrial {
  room: LocalRoom;
  person: LocalPerson;
  /** Whether the app has a room. */
  isShared: boolean;
}

export interface AppFrameProps {
  app: RunnableApp;
  /** Where the app saves its data: the server, this browser (guests and local apps), or nowhere. */
  keep: "account" | "browser" | "memory";
  /** The result of `suspend`. Read once, at the start. */
  restored?: string | null;
  /** True while the shell covers the app. Open dialogs and menus (`<html data-overlay>`) are detected anyway. */
  covered?: boolean;
  /** Focuses the app once it has loaded. Default true; false where several are on a page. */
  focusOnLoad?: boolean;
  /** The room of this run; without it the app runs alone. The key is the room's in this browser, and never changes. */
  room?: { key: string; join: () => Promise<JoinedRoom> };
  /** Takes the place of `room`. Read once, at the start. */
  trial?: AppTrial;
  /** For `gum.compose`: opens the composer and resolves to whether the user posted. Without it the capability is absent. */
  onCompose?: (draft: { text: string; image: Blob | null; by: string }) => Promise<boolean>;
  /** The app has notified the user while it was covered. */
  onUnseenNotice?: () => void;
  /** Brings the app to the front, with this fragment in the address. Without it a notice leads nowhere. */
  onOpen?: (fragment: string) => void;
  /** Identifies the run to the egress proxy (`keep: "account"` only). Without it requests fail with 'egress not wired'. */
  runToken?: () => Promise<string>;
  /** "Report" on the error message. Without it the button is not shown. */
  onReport?: (problem: Problem) => void;
  /** Ends the app that does not answer. Without it the button is not shown. */
  onClose?: () => void;
  onStatus?: (status: RunnerStatus) => void;
  onEvent?: (event: AppFrameEvent) => void;
  ref?: React.Ref<AppFrameHandle>;
}
