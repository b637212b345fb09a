/** Types only, so that importing them does not load the frame. */
import type { JoinedRoom } from "@/lib/rooms/contract";
import type { LocalPerson } from "@/lib/rooms/local-person.client";
import type { LocalRoom } from "@/lib/rooms/local-room.client";
import type { EgressTransport } from "@/lib/sandbox/host/egress-gate";
import type { PermissionStore } from "@/lib/sandbox/host/permissions";
import type { FrameAllowance } from "@/lib/sandbox/host/allowances";
import type { PackageSource } from "@/lib/sandbox/host/app-package";
import type { AppAddress } from "@/lib/sandbox/host/saved-state";
import type {
  ConsoleNode,
  ConsoleTree,
  Problem,
  RunnerEvent,
  RunnerStatus,
} from "@/lib/sandbox/host/runner-events";

import type { TrialData } from "./trial-data";
import type { SharedMoment } from "@/lib/posts/draft-storage";

/**
 * Where an app's files come from: `{kind: "url", url, sha256?}` fetches the package with the session cookie and, given its
 * `sha256` in hex, caches it; `{kind: "bytes", bytes}` has the package in memory, `{kind: "files", files, manifest}` its files,
 * with paths relative to the manifest.
 */
export type AppSource = PackageSource;
export type AppFrameEvent = RunnerEvent;
export type { ConsoleNode, ConsoleTree };

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
  /** Starts the suspended app again with its state. */
  resume(): void;
  /** Lets another frame take the running app without a restart: to be passed as its `takes`. Null where that is not possible. */
  handOver(): object | null;
  /** The last reported heap of the app's frame in MB, or null if unknown. */
  memoryMb(): number | null;
}

/** Answers the requests of an app that is tried out; nothing is sent. */
export interface TrialNetwork {
  permissions: PermissionStore;
  send: EgressTransport;
}

/** An app is tried out by a pretend person: its room, notices and card are in the memory of the page. */
export interface AppTrial {
  room: LocalRoom;
  person: LocalPerson;
  network: TrialNetwork;
  data: TrialData;
  /** Instead of the theme and language of the page. */
  theme: "light" | "dark" | null;
  locale: string | null;
  /** Whether it goes on with what the run before has saved. */
  keeps: boolean;
  /** It starts at its first page, without the state of the run before. */
  isFresh: boolean;
  /** Whether the app has a room. */
  isShared: boolean;
}

export interface AppFrameProps {
  app: RunnableApp;
  /** Where the app saves its data: the server, this browser (guests and local apps), or nowhere. */
  keep: "account" | "browser" | "memory";
  /** Which data that version has, for `account`: it must not run with other data. */
  dataId?: string | null | undefined;
  /** The result of `suspend`. Read once, at the start. */
  restored?: string | null;
  /** Where the app starts; another object leads the running app there. */
  address?: AppAddress | null;
  /** What `handOver` of another frame has returned: the app goes on here. Without it, or if it has ended, the app starts. */
  takes?: object;
  /** Another frame has taken the app. */
  onHandedOver?: () => void;
  /** The frame is gone, with the state of its app for a later start. Without it no state is asked for. */
  onLeave?: (restored: string | null) => void;
  /** True while the shell covers the app. Open dialogs and menus (`<html data-overlay>`) are detected anyway. */
  covered?: boolean;
  /** Focuses the app once it has loaded. Default true; false where several are on a page. */
  focusOnLoad?: boolean;
  /** The room of this run; without it the app runs alone. The key is the room's in this browser, and never changes. */
  room?: {
    key: string;
    join: () => Promise<JoinedRoom>;
    /** Called with the room's id, also when the app starts offline. */
    onJoined?: (roomId: string) => void;
  };
  /** Takes the place of `room`. Read once, at the start. */
  trial?: AppTrial;
  /** For `gum.compose`: opens the composer and resolves to whether the user posted. Without it the capability is absent. */
  onCompose?: (draft: { text: string; image: Blob | null; by: string }) => Promise<boolean>;
  /** For `gum.share`: as onCompose, with a state of the app. Without it the capability is absent. */
  onShare?: (draft: { text: string; moment: SharedMoment; by: string }) => Promise<boolean>;
  /** What the app starts from. The key tells this run from others of the app in this browser. */
  moment?: {
    key: string;
    load: () => Promise<{ state: string; href: string }>;
    /** The person starts it now: it does not go on where it was before a reload. */
    isFresh: boolean;
  };
  /** The app has notified the user while it was covered. */
  onUnseenNotice?: () => void;
  /** Brings the app to the front, with this fragment in the address. Without it a notice leads nowhere. */
  onOpen?: (fragment: string) => void;
  /** Identifies the run to the egress proxy (`keep: "account"` only). Without it requests fail with 'egress not wired'. */
  runToken?: () => Promise<string>;
  /** "Report" on the error message. Without it the button is not shown. */
  onReport?: (problem: Problem) => void;
  /** Grants a blocked allowance; for the app's developer. Without it, blocked code is not reported. */
  onAllow?: (allowance: FrameAllowance) => Promise<unknown>;
  /** Ends the app that does not answer. Without it the button is not shown. */
  onClose?: () => void;
  onStatus?: (status: RunnerStatus) => void;
  onEvent?: (event: AppFrameEvent) => void;
  ref?: React.Ref<AppFrameHandle>;
}
