/** The room of a run: joined with its first frame, and kept while frames come and go. */
import { type PreparedPackage } from "@/lib/sandbox/host/app-package";
import { LaunchError } from "@/lib/sandbox/host/launch-error";
import { APP_GONE, type AppRoom } from "@/lib/sandbox/host/app-room";
import type { RunnerOptions } from "@/lib/sandbox/host/runner-options";

export interface RunningRoom {
  link: AppRoom;
  /** The person's name in it, for a webxdc app. */
  selfName: string;
  /** Own updates of earlier runs that still wait to be sent, in order. */
  unsent(): { key: string; payload: string }[];
}

export class RunRoom {
  readonly #join: RunnerOptions["joinRoom"];
  #opening: Promise<AppRoom> | null = null;

  constructor(join: RunnerOptions["joinRoom"]) {
    this.#join = join;
  }

  /** Null for an app that runs alone. @throws LaunchError room_unreachable, room_refused, app_gone */
  open(packageReady: Promise<PreparedPackage>): Promise<RunningRoom | null> {
    const opened = this.#openFor(packageReady);
    // The start may fail for another reason first.
    opened.catch(() => {});
    return opened;
  }

  async #openFor(packageReady: Promise<PreparedPackage>): Promise<RunningRoom | null> {
    const link = await this.#open();
    if (!link) return null;
    const { manifest } = await packageReady;
    const waiting = new Map(((await link.unsent?.()) ?? []).map((update) => [update.key, update]));
    link.subscribe((news) => news.type === "settled" && waiting.delete(news.key));
    const selfName = manifest.metadata.webxdc ? nameIn(link) : "";
    return { link, selfName, unsent: () => [...waiting.values()] };
  }

  async #open(): Promise<AppRoom | null> {
    if (!this.#join) return null;
    this.#opening ??= this.#join();
    try {
      return await this.#opening;
    } catch (error) {
      this.#opening = null;
      const { code, message } = error as { code?: unknown; message?: unknown };
      const isReached = typeof code === "string" && code !== "network_failure";
      const refusal = code === APP_GONE ? "app_gone" : "room_refused";
      throw new LaunchError(isReached ? refusal : "room_unreachable", String(message));
    }
  }

  /** The next start joins again. */
  leave(): void {
    this.close();
    this.#opening = null;
  }

  close(): void {
    this.#opening?.then(
      (room) => room.close(),
      () => undefined,
    );
  }
}

/** The person's name as others in the room see it. */
function nameIn(room: AppRoom): string {
  // People who do not share their name are distinguished by their address.
  return room.name || `#${room.me.replace(/[^a-z0-9]/gi, "").slice(0, 4)}`;
}
