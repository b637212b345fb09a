/**
 * `@gum/app`: the host API, available to every app as `gum`. Version 1.
 * For completion in an editor, put `/// <reference path="gum.d.ts" />` at the top of a script or this file next to it. gum.md,
 * next to this file, explains each part with a working example. Apps with `runtime_target: "quickjs"` have the same `gum`
 * (without `storage.changes`; `profile()` has no picture; `fetch` returns status, headers, text() and json()) and `ui`, see
 * quickjs.md.
 */

type GumJson = null | boolean | number | string | GumJson[] | { [key: string]: GumJson };

type GumCapability =
  | "storage"
  | "state"
  | "user"
  | "profile"
  | "openLink"
  | "compose"
  | "fetch"
  | "clipboard"
  | "fullscreen"
  | "pointerLock"
  | "gamepad"
  | "print"
  | "save";

interface GumError extends Error {
  /** Stable: `denied`, `unavailable`, `invalid`, `too_many`, `egress not wired`, `egress timeout`, … */
  readonly code: string;
}

interface Gum {
  /** Incremented when something is added; nothing is ever removed. */
  readonly version: 1;

  /** Tells the host that the app is ready for use. Resolves to `gum.app`. */
  ready(): Promise<Gum["app"]>;

  readonly app: { readonly id: string; readonly name: string; readonly version: string };

  readonly user: {
    /**
     * Identifies the person within this app: the same on every run and device, and different in every other app. It reveals
     * nothing about them. A guest has one too, for this browser.
     */
    readonly id: string;
    /**
     * Name and picture, with the person's permission. The manifest must list the capability `profile` with a reason, which the
     * person sees. Rejects with `denied`, or with `unavailable` if nobody is signed in.
     */
    profile(): Promise<{ readonly name: string; readonly picture: Blob | null }>;
  };

  /** Data of this person and this app: on all devices of a signed-in person, in this browser for a guest. 3 MB and 10,000 keys in all. */
  readonly storage: {
    /** Resolves to `undefined` for a missing key. */
    get<T extends GumJson = GumJson>(key: string): Promise<T | undefined>;
    /** Rejects with a QuotaExceededError if the data would exceed 3 MB or 10,000 keys. */
    set(key: string, value: GumJson): Promise<void>;
    delete(key: string): Promise<void>;
    /** Keys in alphabetical order. */
    list(prefix?: string): Promise<string[]>;
    /** Calls the listener after each change, in this tab or another. Returns a function that removes it. */
    changes(listener: (change: { key: string; value: GumJson | undefined }) => void): () => void;
  };

  readonly state: {
    /** The state that the app saved when it was suspended, or null on a fresh start. */
    readonly restored: GumJson;
    /** `source` is called for the state when the app is suspended; at most 3 MB of JSON. */
    save(source: () => GumJson | Promise<GumJson>): void;
  };

  /**
   * Shows a text, asks a question, asks for a text: drawn by the shell over the app. Each waits for the person, so that the code
   * goes on where it stands; `window.alert`, `confirm` and `prompt` cannot wait, and run their handler again (see gum.md).
   * `confirm` resolves to false and `prompt` to null when the person declines. Rejects with `too_many` if questions pile up.
   */
  alert(message?: string): Promise<void>;
  confirm(message?: string): Promise<boolean>;
  prompt(message?: string, value?: string): Promise<string | null>;

  /** Asks the person, showing the whole URL. Resolves to whether it was opened. */
  openLink(url: string): Promise<boolean>;

  /** Opens the composer with a draft; the person decides. Resolves to whether it was posted. */
  compose(draft: { text: string; image?: Blob }): Promise<boolean>;

  /**
   * Sends a request through Gum to one of the manifest's hosts, with the person's permission; https only, 1 MB up, 5 MB down.
   * If Gum or its proxy refuses the request, the response has the header `gum-error` (`consent_required`, `egress_refused`,
   * `rate_limited`, `expired`, `duplicate`, `egress_error`) and a JSON body with the problem. Rejects with `egress not wired`
   * if this Gum has no proxy, and with `egress timeout` after 30 s.
   */
  fetch(
    url: string,
    init?: { method?: string; headers?: HeadersInit; body?: BodyInit | null },
  ): Promise<Response>;

  readonly theme: "light" | "dark";
  onThemeChange(listener: (theme: "light" | "dark") => void): () => void;

  /** A BCP 47 tag, e.g. `ja` or `en`. */
  readonly locale: string;
  onLocaleChange(listener: (locale: string) => void): () => void;

  /** What this host can do for this app right now. */
  capabilities(): GumCapability[];
}

declare const gum: Gum;
interface Window {
  readonly gum: Gum;
}
