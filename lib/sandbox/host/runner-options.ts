import type { AppAddress } from "@/lib/sandbox/host/saved-state";
import type { PackageSource } from "@/lib/sandbox/host/app-package";
import type { AppRoom } from "@/lib/sandbox/host/app-room";
import type { HostServices, HostUi } from "@/lib/sandbox/host/host-calls";
import type { ShortcutConsent } from "@/lib/sandbox/host/permissions";
import type { RunnerEvent } from "@/lib/sandbox/host/runner-events";
import type { MirrorOwner } from "@/lib/sandbox/host/storage/open-mirrors";
import type { KeyCombination } from "@/lib/sandbox/protocol/shell-keys";
import type { Theme } from "@/lib/sandbox/protocol/to-frame";

interface ShortcutOptions extends ShortcutConsent {
  /** Of the shell, for the app's frame to pass on. They must not trigger anything that an app may not do. */
  shell: () => readonly KeyCombination[];
}

export interface RunnerOptions {
  container: HTMLElement;
  app: { id: string; name: string; version: string };
  source: PackageSource;
  owner: MirrorOwner;
  ui: HostUi;
  services: HostServices;
  /** The user's consent to run this app in a browser that may leak data. */
  leaks: { accepted: () => boolean; accept: () => void };
  shortcuts: ShortcutOptions;
  theme: () => Theme;
  locale: () => string;
  /** Joins the room of this run. @throws an error with the `code` of the refusal; `network_failure` without an answer */
  joinRoom: (() => Promise<AppRoom>) | null;
  /** Loads what the app starts from. @throws an error with the `code` of the refusal; `network_failure` without an answer */
  loadMoment: (() => Promise<{ state: string; href: string }>) | null;
  /** The person restarts the app; state from before a page reload is ignored. */
  isFresh: boolean;
  /** Where the app starts; null for its first page, or where it was. */
  address: AppAddress | null;
  /** The result of an earlier `suspend`. */
  restored: string | null;
  /** What the app prints is sent as trees. */
  hasTrees: boolean;
  onEvent: (event: RunnerEvent) => void;
}
