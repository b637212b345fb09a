/**
 * What an app may do only with the user's consent. The user is asked once, on first use, with the reason from the manifest.
 * A yes is saved where the user can revoke it; a no lasts until the app's next start.
 *
 * Trust model: the app decides when the user is asked, never what: hosts and reasons come from the manifest.
 */
import type { Manifest } from "@/lib/package/manifest-contract";

/** One text, or one by language code. */
type Reason = NonNullable<Manifest["network"]>["reason"];

export type PermissionQuestion =
  | { kind: "network"; hosts: readonly string[]; reason: Reason }
  | { kind: "profile"; reason: Reason }
  /** The app gets the shell's shortcuts. */
  | { kind: "shortcuts"; reason: Reason }
  /** This browser does not enforce all headers of the run document, so the app may leak data. */
  | { kind: "leaks" };

export interface Grants {
  hosts: string[];
  profile: boolean;
}

/** Stores a user's grants to an app. */
export interface PermissionStore {
  read(): Promise<Grants>;
  /** Omitted fields stay unchanged. */
  write(change: Partial<Grants>): Promise<Grants>;
}

/** The answers of this run, by what was asked. */
export type PermissionAnswers = Map<PermissionQuestion["kind"], Promise<boolean>>;

interface PermissionsOptions {
  manifest: Pick<Manifest, "network" | "required_capabilities">;
  /** Null: grants are not saved, and each run prompts again. */
  store: PermissionStore | null;
  ask: (question: PermissionQuestion) => Promise<boolean>;
  answers: PermissionAnswers;
  shortcuts: ShortcutConsent;
}

/** The user's consent to give the shell's shortcuts to the app. */
export interface ShortcutConsent {
  granted: () => boolean;
  grant: () => void;
}

export class Permissions {
  readonly #options: PermissionsOptions;
  #grants: Promise<Grants> | null = null;

  constructor(options: PermissionsOptions) {
    this.#options = options;
  }

  /** Whether the app may reach `url`. Returns false without asking for a host that the manifest does not list. */
  async network(url: string): Promise<boolean> {
    const { network } = this.#options.manifest;
    const host = URL.canParse(url) ? new URL(url).hostname : "";
    if (!network?.hosts.includes(host)) return false;
    const { hosts } = await this.#read();
    if (hosts.includes(host)) return true;
    return this.#askOnce({ kind: "network", hosts: network.hosts, reason: network.reason }, () =>
      this.#write({ hosts: [...network.hosts] }),
    );
  }

  /** Whether the app may read the user's profile. Returns false without asking if the manifest does not list it. */
  async profile(): Promise<boolean> {
    const capability = this.#options.manifest.required_capabilities.find(({ name }) => name === "profile");
    if (!capability) return false;
    if ((await this.#read()).profile) return true;
    return this.#askOnce({ kind: "profile", reason: capability.reason }, () =>
      this.#write({ profile: true }),
    );
  }

  /**
   * Asks whether the app gets the shell's shortcuts.
   * @returns null without asking if the manifest does not list them, or if the user was asked before
   */
  async shortcuts(): Promise<boolean | null> {
    const { manifest, answers, shortcuts } = this.#options;
    const capability = manifest.required_capabilities.find(({ name }) => name === "shortcuts");
    if (!capability || answers.has("shortcuts")) return null;
    if (shortcuts.granted()) return true;
    return this.#askOnce({ kind: "shortcuts", reason: capability.reason }, async () => shortcuts.grant());
  }

  /** Drops cached grants after the server refused one: the user has revoked it meanwhile. */
  forget(): void {
    this.#grants = null;
    for (const [kind, answer] of this.#options.answers) {
      void answer.then((yes) => yes && this.#options.answers.delete(kind));
    }
  }

  #askOnce(question: PermissionQuestion, save: () => Promise<void>): Promise<boolean> {
    const pending = this.#options.answers.get(question.kind);
    if (pending) return pending;
    const answer = this.#options.ask(question).then(async (yes) => {
      if (yes) await save();
      return yes;
    });
    this.#options.answers.set(question.kind, answer);
    // A failed question may be asked again.
    answer.catch(() => this.#options.answers.delete(question.kind));
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

/** Capabilities that only affect how an app is built, drawn or used. */
const DISPLAY = new Set(["inline-events", "eval", "wasm", "workers", "fullscreen", "shortcuts"]);

/** Whether an app needs the user's consent to run in a browser that may leak data. */
export function goesBeyondDisplay(manifest: PermissionsOptions["manifest"]): boolean {
  return (
    (manifest.network?.hosts.length ?? 0) > 0 ||
    manifest.required_capabilities.some(({ name }) => !DISPLAY.has(name))
  );
}
