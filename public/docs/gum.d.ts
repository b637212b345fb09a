/**
 * `@gum/app`: the host API that every app finds as `gum`. Version 1.
 * Put `/// <reference path="gum.d.ts" />` at the top of a script, or this file beside it, and an editor completes it. Each part
 * is explained with an example that runs in gum.md beside this file. Apps with `runtime_target: "quickjs"` find the same `gum`
 * (without `storage.changes`; `profile()` without picture; `fetch` answers status, headers, text() and json()) and `ui`, see
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
  /** Grows when something is added; nothing is ever taken away. */
  readonly version: 1;

  /** Tells the host that the app is ready to be used. Resolves to what `gum.app` holds. */
  ready(): Promise<Gum["app"]>;

  readonly app: { readonly id: string; readonly name: string; readonly version: string };

  readonly user: {
    /**
     * A name under which this app knows the person: the same at each run, on each of their devices, and another one in every
     * other app. It says nothing about who they are. A guest has one as well, for this browser.
     */
    readonly id: string;
    /**
     * Name and picture, once the person has allowed it. The manifest names the capability `profile`, with the reason that they
     * read. Rejects with `denied`, or with `unavailable` where nobody is signed in.
     */
    profile(): Promise<{ readonly name: string; readonly picture: Blob | null }>;
  };

  /** Kept for this person and this app: on every device of a signed-in person, in this browser for a guest. 3 MB in all. */
  readonly storage: {
    /** Resolves to `undefined` for a key that was never set. */
    get<T extends GumJson = GumJson>(key: string): Promise<T | undefined>;
    /** Rejects with a QuotaExceededError where 3 MB would be passed. */
    set(key: string, value: GumJson): Promise<void>;
    delete(key: string): Promise<void>;
    /** Keys in alphabetical order. */
    list(prefix?: string): Promise<string[]>;
    /** Calls back after each change; gives a function that ends it. */
    changes(listener: (change: { key: string; value: GumJson | undefined }) => void): () => void;
  };

  readonly state: {
    /** What the app gave when it was suspended, or null at a fresh start. */
    readonly restored: GumJson;
    /** `source` is asked for the state when the app is suspended; 3 MB of JSON at most. */
    save(source: () => GumJson | Promise<GumJson>): void;
  };

  /** Asks the person, who sees the whole address. Resolves to whether it was opened. */
  openLink(url: string): Promise<boolean>;

  /** Opens the composer with a draft; the person decides. Resolves to whether it was posted. */
  compose(draft: { text: string; image?: Blob }): Promise<boolean>;

  /**
   * Through the host, to the hosts that the manifest names and the person agreed to; https only, 1 MB up, 5 MB down.
   * What the host or its proxy refuses is a response with the header `gum-error` (`consent_required`, `egress_refused`,
   * `rate_limited`, `expired`, `duplicate`, `egress_error`) and a problem as JSON. Rejects with `egress not wired` where there
   * is no way out, and with `egress timeout` after 30 s.
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
