/**
 * `@gum/app`: the host API, available to every app as `gum`. Version 1.
 * For completion in an editor, put `/// <reference path="gum.d.ts" />` at the top of a script or this file next to it. gum.md,
 * next to this file, explains each part with a working example. Apps with `runtime_target: "quickjs"` have the same `gum`
 * (without `storage.changes`, `room`, `shared`, `card`, `share` and `moment`; `profile()` has no picture; `fetch` returns status, headers, text() and
 * json()) and `ui`, see quickjs.md.
 */

type GumJson = null | boolean | number | string | GumJson[] | { [key: string]: GumJson };

type GumCapability =
  | "storage"
  | "state"
  | "user"
  | "profile"
  | "openLink"
  | "compose"
  | "share"
  | "notify"
  | "card"
  | "scores"
  | "fetch"
  | "clipboard"
  | "fullscreen"
  | "pointerLock"
  | "gamepad"
  | "print"
  | "room"
  | "save";

interface GumScore {
  rank: number;
  /** Empty for people who do not show it to the app. */
  name: string;
  value: number;
  /** It is this person's. */
  me: boolean;
}

interface GumScores {
  /**
   * Hands in a score. A person has one entry on a board, their best; `best` is what it is now. Rejects with `unknown_board`,
   * `unavailable` without an account, `rate_limited`, `account_changed`, `invalid`, and for a verified board with
   * `score_unverified`, `score_used` or `score_checks_busy`.
   */
  submit(board: string, value: number): Promise<{ best: number; isBest: boolean; verified: boolean }>;
  /**
   * The best 100 of a board, and the person's own place. `today` is a day in UTC. `following` needs the capability `profile`;
   * without the person's permission it rejects with `denied`.
   */
  top(
    board: string,
    options?: { period?: "today" | "all"; following?: boolean },
  ): Promise<{ entries: GumScore[]; mine: GumScore | null; verified: boolean }>;
}

/** What an app shows in the post of its room: plain text, clipped where it is too long. At least one of these. */
interface GumCard {
  /** 80 characters. */
  title?: string;
  /** 6 lines of 120 characters. */
  lines?: string[];
  /** 8 bars; labels have 40 characters, values are 0 or more. */
  bars?: { label: string; value: number }[];
  /** JPEG, PNG, WebP or GIF of at most 64 KB and 4 megapixels, or the same with a text for people who cannot see it. */
  image?: Blob | { picture: Blob; alt?: string } | null;
  /** Addresses of at most 8 members. Those who let this app see their profile are shown, the others counted. */
  people?: string[];
}

interface GumError extends Error {
  /** Stable: `denied`, `unavailable`, `invalid`, `too_many`, `egress not wired`, `egress timeout`, … */
  readonly code: string;
}

/** An update of a room's log. */
interface GumRoomUpdate<T extends GumJson = GumJson> {
  /** Begins with 1 and has no gaps. */
  readonly serial: number;
  /** The address of its author; null if the account is gone. */
  readonly from: string | null;
  /** What an app has sent, which may be of another version or of somebody who means harm: check it. */
  readonly payload: T;
  readonly info?: string;
  readonly summary?: string;
  readonly document?: string;
  readonly href?: string;
  /** ISO 8601, of the server's clock. */
  readonly at: string;
}

/** The state after the update `serial`: the updates up to there are not heard. */
interface GumRoomSnapshot<T extends GumJson = GumJson> {
  readonly serial: number;
  readonly snapshot: T;
}

type GumRoomChange =
  | { type: "people" }
  | { type: "closed" }
  | { type: "reopened" }
  | { /** The person has no access any more. */ type: "refused"; code: string };

/** Bytes to those who are in the room now: nothing is kept, and some may be lost. */
interface GumRoomChannel {
  /** At most 128 KB; of more than 30 messages a second the oldest are dropped. Throws once the channel was left. */
  send(bytes: Uint8Array): void;
  /** Hears the others. Returns a function that removes the listener. */
  listen(listener: (bytes: Uint8Array, from: string) => void): () => void;
  leave(): void;
}

interface GumRoom {
  readonly id: string;
  /** The person's address: the same on all their devices, and different in every other room. */
  readonly me: string;
  /** True while nothing can be sent. */
  readonly isClosed: boolean;
  /** Milliseconds for one update on the long run; ten may be sent at once. */
  readonly sendInterval: number;
  /** Bytes of a payload as JSON. */
  readonly payloadMax: number;
  /** How many have joined. */
  readonly people: number;
  /**
   * Who has joined: a hundred from a position on, or those of at most a hundred addresses. `name` is empty for people who do not
   * show it to the app.
   */
  members(which?: number | readonly string[]): Promise<{ address: string; name: string; isOwner: boolean }[]>;
  /**
   * Appends an update. Resolves when the server has accepted it; without a connection it stays open, and the browser keeps and
   * sends it. `info` is a line for the room's history, `href` the page it leads to, `summary` and `document` stand with the post,
   * `notify` has texts by address, or `*` for all. Rejects with `room_closed`, `room_full`, `not_in_room`, `too_big`, `too_many`.
   */
  send(
    payload: GumJson,
    words?: {
      info?: string;
      summary?: string;
      document?: string;
      href?: string;
      notify?: Record<string, string>;
    },
  ): Promise<{ serial: number }>;
  /**
   * What the person has sent without a connection, in an earlier run or another tab, and the log does not have yet, in order: to
   * be shown at once. `sent` settles as that of `send` would have.
   */
  unsent(): { readonly payload: GumJson; readonly sent: Promise<{ serial: number }> }[];
  /** Hears the updates after the serial `from`, in order, own ones too. Returns a function that removes the listener. */
  listen(from: number, listener: (heard: GumRoomUpdate | GumRoomSnapshot) => void): () => void;
  /** Hands in the state after an update, from which newcomers start; at most 2 MB. */
  snapshot(serial: number, state: GumJson): Promise<void>;
  onChange(listener: (change: GumRoomChange) => void): () => void;
  channel(): GumRoomChannel;
}

/** Whose change it was. */
interface GumChange {
  /** This run of the app made it. Another device of the same person is somebody else with the same address. */
  readonly isOwn: boolean;
  /** An address in the room; null for several authors, an account that is gone, or a change that was undone. */
  readonly from: string | null;
}

/**
 * A map that everybody in the room has in common, and that becomes the same everywhere; without a room it is the person's own.
 * Reading and changing are immediate; the changes go out by themselves. gum.md says what is guaranteed.
 *
 * Changes throw an error with a `code`: `room_closed`, `invalid`, `too_big`, `too_many`, `wrong_kind` (a counter or list method
 * on a key that is something else), `broken_snapshot`.
 */
interface GumShared {
  /** Resolves once everything is there that the room had when the app started. */
  readonly ready: Promise<void>;
  /** Own changes that the room does not have yet. */
  readonly pending: number;
  /** Updates of the room that were no change of the map: of `gum.room.send`, or malformed. */
  readonly ignored: number;

  /** A copy of the value; a counter is a number, a list an array. `undefined` for a missing key. */
  get<T extends GumJson = GumJson>(key: string): T | undefined;
  has(key: string): boolean;
  /** In alphabetical order. */
  keys(): string[];
  entries(): [key: string, value: GumJson][];

  /** Replaces what is there, of whatever kind. The last writer wins. `undefined` is refused, `null` is a value. */
  set(key: string, value: GumJson): void;
  /** Returns whether there was something. */
  delete(key: string): boolean;

  /** Adds to a number; what several add at the same time adds up. Begins with 0. Returns the sum. */
  increment(key: string, by?: number): number;

  /** Appends to a list, which begins empty. What several push at the same time is all there. Returns the items' ids. */
  push(key: string, ...items: GumJson[]): string[];
  /** Inserts before the item at an index, which is counted from the end if negative. Returns the items' ids. */
  insert(key: string, index: number, ...items: GumJson[]): string[];
  /** Removes the item with an id or at an index from a list. Returns whether there was one. */
  remove(key: string, idOrIndex: string | number): boolean;
  /** A list with the ids of its items; empty if there is none. */
  items<T extends GumJson = GumJson>(key: string): { id: string; value: T }[];

  /** Listeners hear of its changes together, at its end, and they go out together if they fit into one update. */
  batch<T>(changes: () => T): T;

  /** Calls after each change of a key, or of any with `"*"`; `value` is undefined if it is gone. Returns a function that stops it. */
  on(key: string, listener: (key: string, value: GumJson | undefined, change: GumChange) => void): () => void;
  onPending(listener: (pending: number) => void): () => void;
  /** The room has refused own changes, e.g. with `room_closed` or `room_full`; all that were pending are undone. */
  onRefused(listener: (refused: { code: string; message: string; changes: number }) => void): () => void;
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

  /** Data of this person and this app: on all devices of a signed-in person, in this browser for a guest. 10 MB and 10,000 keys in all. */
  readonly storage: {
    /** Resolves to `undefined` for a missing key. */
    get<T extends GumJson = GumJson>(key: string): Promise<T | undefined>;
    /** Rejects with a QuotaExceededError if the data would exceed 10 MB or 10,000 keys. */
    set(key: string, value: GumJson): Promise<void>;
    delete(key: string): Promise<void>;
    /** Keys in alphabetical order. */
    list(prefix?: string): Promise<string[]>;
    /** Calls the listener after each change, in this tab or another. Returns a function that removes it. */
    changes(listener: (change: { key: string; value: GumJson | undefined }) => void): () => void;
  };

  /** There for apps whose code has the words `gum` and `shared`. */
  readonly shared: GumShared;

  readonly state: {
    /** The state that the app saved when it was suspended, or null on a fresh start. */
    readonly restored: GumJson;
    /** `source` is called for the state when the app is suspended; at most 3 MB of JSON. */
    save(source: () => GumJson | Promise<GumJson>): void;
  };

  /**
   * The room that this run shares with other people; null for an app that runs alone. The manifest needs `room: true`. See
   * gum.md, "Together".
   */
  readonly room: GumRoom | null;

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
   * Opens the composer with a state of the app (256 KB of JSON at most), for others to start from; `href` becomes the fragment of
   * the address at which they do. The person decides. Resolves to whether it was posted. Rejects with `too_big`, `invalid`,
   * `denied` from the background and after three without a press, and `unavailable` where there is no composer.
   */
  share(draft: {
    text?: string;
    state: GumJson;
    href?: string;
    /** At most 8 MB, which is made smaller, or the same with a text for people who cannot see it. */
    image?: Blob | { picture: Blob; alt?: string } | null;
  }): Promise<boolean>;

  /** What somebody has shared, if this run starts from it. `state` may be anything; `href` begins with # or is empty. */
  readonly moment: { readonly state: GumJson; readonly href: string } | null;

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

  /**
   * Tells the person something, whether they see the app or not: in a notice with the app's icon and name, and with a badge in the
   * dock until they look at the app. Plain text on one line of 120 characters; `href` becomes the fragment of the address that the
   * notice leads to. Rejects with `too_many` after 3 in an hour, `denied` if the person has turned it off, `invalid` without a
   * text, and `unavailable` where the app is only tried out.
   */
  notify(notice: string | { text: string; href?: string }): Promise<void>;

  /**
   * Shows a card in the post of this room, live for everybody who sees the post; null takes it away. At most one change a second
   * is sent, the newest. Resolves once it is sent or a later one has taken its place. Rejects with `no_room` where the app
   * runs by itself, `room_closed` or `not_in_room`, `invalid`, `too_big` (2 KB of text, 64 KB of picture) or `invalid_image`.
   */
  card(card: GumCard | null): Promise<void>;

  /** The boards that the manifest declares under `scores`, for people with an account. */
  readonly scores: GumScores;

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
