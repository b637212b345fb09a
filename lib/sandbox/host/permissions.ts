/**
 * What an app may do only once the person has said so. Asked at the moment of use, with the reason of the app's manifest,
 * once: a yes is kept where the person can take it back, a no holds until the app's next start.
 *
 * Trust model: the app decides when it asks, never what is asked: hosts and reasons are those of the manifest.
 */
import type { Manifest } from "@/lib/package/manifest-contract";

export type PermissionQuestion =
  | { kind: "network"; hosts: readonly string[]; reason: string }
  | { kind: "profile"; reason: string }
  /** This browser leaves ways out open that the run document's headers close elsewhere. */
  | { kind: "leaks" };

export interface Grants {
  hosts: string[];
  profile: boolean;
}

/** Where a person's answers are kept. */
export interface PermissionStore {
  read(): Promise<Grants>;
  /** What is left out stays as it is. */
  write(change: Partial<Grants>): Promise<Grants>;
}

export interface PermissionsOptions {
  manifest: Pick<Manifest, "network" | "required_capabilities">;
  /** Null where answers are kept nowhere: each run asks anew. */
  store: PermissionStore | null;
  ask: (question: PermissionQuestion) => Promise<boolean>;
}

export class Permissions {
  readonly #options: PermissionsOptions;
  #grants: Promise<Grants> | null = null;
  readonly #asked = new Map<PermissionQuestion["kind"], Promise<boolean>>();

  constructor(options: PermissionsOptions) {
    this.#options = options;
  }

  /** Whether the app may reach `url`. False without a question for a host that the manifest does not name. */
  async network(url: string): Promise<boolean> {
    const { network } = this.#options.manifest;
    const host = URL.canParse(url) ? new URL(url).hostname : "";
    if (!network?.hosts.includes(host)) return false;
    const { hosts } = await this.#read();
    if (hosts.includes(host)) return true;
    return this.#once({ kind: "network", hosts: network.hosts, reason: network.reason }, () =>
      this.#write({ hosts: [...network.hosts] }),
    );
  }

  /** Whether the app may see who the person is. False without a question where the manifest does not name it. */
  async profile(): Promise<boolean> {
    const named = this.#options.manifest.required_capabilities.find(({ name }) => name === "profile");
    if (!named) return false;
    if ((await this.#read()).profile) return true;
    return this.#once({ kind: "profile", reason: named.reason }, () => this.#write({ profile: true }));
  }

  /** Something was refused although it had been granted: the person has taken it back meanwhile. */
  forget(): void {
    this.#grants = null;
    for (const [kind, answer] of this.#asked) {
      void answer.then((yes) => yes && this.#asked.delete(kind));
    }
  }

  #once(question: PermissionQuestion, keep: () => Promise<void>): Promise<boolean> {
    const known = this.#asked.get(question.kind);
    if (known) return known;
    const answer = this.#options.ask(question).then(async (yes) => {
      if (yes) await keep();
      return yes;
    });
    this.#asked.set(question.kind, answer);
    // What could not be asked or kept may be asked again.
    answer.catch(() => this.#asked.delete(question.kind));
    return answer;
  }

  #read(): Promise<Grants> {
    const { store } = this.#options;
    const none: Grants = { hosts: [], profile: false };
    this.#grants ??= store ? store.read() : Promise.resolve(none);
    this.#grants.catch(() => (this.#grants = null));
    return this.#grants;
  }

  async #write(change: Partial<Grants>): Promise<void> {
    const { store } = this.#options;
    const before = await this.#read();
    this.#grants = Promise.resolve(store ? await store.write(change) : { ...before, ...change });
  }
}

/** Capabilities that only change how an app is drawn. */
const DISPLAY = new Set(["inline-events", "fullscreen"]);

/** True for an app that does more than show itself: where a browser leaves ways out open, the person is asked first. */
export function goesBeyondDisplay(manifest: PermissionsOptions["manifest"]): boolean {
  return (
    (manifest.network?.hosts.length ?? 0) > 0 ||
    manifest.required_capabilities.some(({ name }) => !DISPLAY.has(name))
  );
}
