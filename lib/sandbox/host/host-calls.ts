/**
 * Handles the calls of apps to the host.
 *
 * Trust model: texts and URLs come from the app and are shown in full and as text. Nothing happens without the user: either
 * they have just pressed in this app, or they are asked. An app that is not in front can do none of it, but for `card`, which is
 * shown in a post, and `notify`, which is limited and which the user can turn off.
 */
import type { Manifest } from "@/lib/package/manifest-contract";
import type { AppRoom } from "@/lib/sandbox/host/app-room";
import { EgressGate, type EgressTransport } from "@/lib/sandbox/host/egress-gate";
import {
  Permissions,
  type PermissionAnswers,
  type PermissionQuestion,
  type PermissionStore,
  type ShortcutConsent,
} from "@/lib/sandbox/host/permissions";
import type { Presses } from "@/lib/sandbox/host/presses";
import { saveFile, safeFileName } from "@/lib/sandbox/host/save-file";
import type { DeviceRows, PageChange } from "@/lib/sandbox/protocol/device-data";
import type {
  AppCard,
  AppMoment,
  AppNotice,
  AppScore,
  CallName,
  CallParams,
} from "@/lib/sandbox/protocol/to-host";

export interface SavedFile {
  name: string;
  size: number;
}

/** One question for all files that an app wants to save meanwhile. */
export interface SaveQuestion {
  answered: Promise<boolean>;
  add(file: SavedFile): void;
}

/** The user interface around the frame. */
export interface HostUi {
  alert(message: string): Promise<void>;
  confirm(message: string): Promise<boolean>;
  prompt(message: string, value: string): Promise<string | null>;
  /** Shows the whole URL; true opens it. */
  openLink(url: URL): Promise<boolean>;
  /** Asked when an app saves without a press, or several files in a row. */
  saveFiles(first: SavedFile): SaveQuestion;
  /** What the user pasted, or null if they declined. */
  pasteText(): Promise<string | null>;
  /** Asks for a permission. */
  allow(question: PermissionQuestion): Promise<boolean>;
  copied(): void;
}

/** The user, as shown to an app with their consent. */
export interface Profile {
  name: string;
  picture: Blob | null;
}

/** What is missing is unavailable to the app, such as a profile for guests. */
export interface HostServices {
  compose?: ((draft: { text: string; image: Blob | null }) => Promise<boolean>) | null;
  /** Opens the composer with a state of the app. @throws CallRefused */
  share?: ((moment: AppMoment) => Promise<boolean>) | null;
  egress?: EgressTransport | null;
  permissions?: PermissionStore | null;
  profile?: (() => Promise<Profile>) | null;
  /** Shows the user a notice with the app's text, whether the app is visible or not. @throws CallRefused */
  notify?: ((notice: AppNotice) => Promise<void>) | null;
  /** Shows a card in the post of the run's room. @throws CallRefused */
  card?: ((card: AppCard | null) => Promise<void>) | null;
  members?: AppRoom["members"] | null;
  scores?: ScoreService | null;
  device?: DeviceService | null;
}

/** Databases that are too large for the account. @throws CallRefused */
export interface DeviceService {
  rows(database: string, rows: ArrayBuffer[]): Promise<number>;
  commit(database: string, change: { schema: string; pages: PageChange[] }): Promise<void>;
  read(database: string, from: DeviceRows["next"]): Promise<DeviceRows>;
  drop(database: string): Promise<void>;
}

/** @throws CallRefused */
export interface ScoreService {
  /** Begins a run whose scores can be checked: their `proof` belongs to the last one. */
  begin(): Promise<BegunScores>;
  submit(score: AppScore): Promise<{ best: number; isBest: boolean; verified: boolean }>;
  top(list: CallParams<"scoreTop">): Promise<AppScoreBoard>;
}

/** What a run that is recorded begins with. */
export interface BegunScores {
  seed: number;
  startMs: number;
}

/** A score as an app sees it: with a name only of people who show it to the app. */
export interface AppScoreEntry {
  rank: number;
  name: string;
  value: number;
  /** Of this person. */
  me: boolean;
}

export interface AppScoreBoard {
  entries: AppScoreEntry[];
  mine: AppScoreEntry | null;
  verified: boolean;
}

export class CallRefused extends Error {
  override name = "CallRefused";
  constructor(
    /** `denied`, `unavailable`, `too_many`, `invalid`, `no_room`, or what the server refused with. */
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** What the user has refused, and how often an app has asked unprompted. Outlives a restart of the app. */
export class AskedMemory {
  readonly answers: PermissionAnswers = new Map();
  unprompted = 0;
  savesRefused = 0;
  /** The last question about saving was declined, and the app has not been pressed to save since. */
  isSavingRefused = false;
}

interface HostCallsOptions {
  ui: HostUi;
  services: HostServices;
  manifest: Manifest;
  memory: AskedMemory;
  presses: Presses;
  shortcuts: ShortcutConsent;
}

/** Calls per run that may ask the user without a press. */
const UNPROMPTED_MAX = 3;
const PENDING_DIALOGS_MAX = 5;
/** Who has declined this often is not asked about several files any more. */
const SAVES_REFUSED_MAX = 3;
/** A yes also covers files that follow this soon. */
const SAVES_ALLOWED_MS = 10_000;

export class HostCalls {
  readonly #ui: HostUi;
  readonly #services: HostServices;
  readonly #gate: EgressGate;
  readonly #permissions: Permissions;
  readonly #memory: AskedMemory;
  readonly #presses: Presses;
  #pendingDialogs = 0;
  #saveQuestion: Promise<SaveQuestion> | null = null;
  #savesAllowedUntil = -Infinity;

  constructor({ ui, services, manifest, memory, presses, shortcuts }: HostCallsOptions) {
    this.#ui = ui;
    this.#services = services;
    this.#memory = memory;
    this.#presses = presses;
    this.#permissions = new Permissions({
      manifest,
      store: services.permissions ?? null,
      answers: memory.answers,
      ask: (question) => this.#dialog(() => ui.allow(question)),
      shortcuts,
    });
    this.#gate = new EgressGate(services.egress ?? null, {
      permit: (url) => this.#permissions.network(url),
      onRevoked: () => this.#permissions.forget(),
    });
  }

  /** @param params as `calls[name]` has parsed them @throws CallRefused */
  async answer(name: CallName, params: unknown): Promise<unknown> {
    const handler = this.#handlers[name] as (params: unknown) => Promise<unknown>;
    return handler(params);
  }

  askForShortcuts(): Promise<boolean | null> {
    return this.#permissions.shortcuts();
  }

  readonly #handlers: { [N in CallName]: (params: CallParams<N>) => Promise<unknown> } = {
    alert: ({ message }) => this.#dialog(() => this.#ui.alert(message)),
    confirm: ({ message }) => this.#dialog(() => this.#ui.confirm(message)),
    prompt: ({ message, value }) => this.#dialog(() => this.#ui.prompt(message, value)),
    openLink: async ({ url }) => {
      const target = parseExternalUrl(url);
      return this.#dialog(async () => {
        await this.#limitUnprompted("open a page");
        return this.#ui.openLink(target);
      });
    },
    save: async ({ name, file }) => {
      const clean = safeFileName(name);
      // One press saves one file; more are asked for.
      if (await this.#presses.takeSave()) this.#memory.isSavingRefused = false;
      else if (!(await this.#maySave({ name: clean, size: file.size })))
        throw new CallRefused("denied", "The file was not saved.");
      saveFile(file, clean);
      return true;
    },
    clipboardWrite: async ({ text }) => {
      if (!(await this.#presses.isRecent())) throw new CallRefused("denied", "Copying needs a press.");
      await navigator.clipboard.writeText(text);
      this.#ui.copied();
      return true;
    },
    clipboardRead: async () => {
      const text = await this.#dialog(async () => {
        await this.#limitUnprompted("read the clipboard");
        return this.#ui.pasteText();
      });
      if (text === null) throw new CallRefused("denied", "Nothing was pasted.");
      return text;
    },
    compose: async (draft) => {
      const { compose } = this.#services;
      if (!compose) throw new CallRefused("unavailable", "There is no composer here.");
      await this.#limitUnprompted("write a post");
      return compose(draft);
    },
    share: async (moment) => {
      const { share } = this.#services;
      if (!share) throw new CallRefused("unavailable", "There is no composer here.");
      await this.#limitUnprompted("write a post");
      return share(moment);
    },
    egress: (request) => this.#gate.handle(request),
    // Without a press: a card is in a post that people see anyway, and the server limits how often it changes.
    card: ({ card }) => {
      if (!this.#services.card) return Promise.reject(noRoom());
      return this.#services.card(card);
    },
    notify: async (notice) => {
      const { notify } = this.#services;
      if (!notify) throw new CallRefused("unavailable", "There are no notifications here.");
      await notify(notice);
    },
    // Without a press: the board of an app holds one entry of a person, under a name only if they allow it.
    scoreSubmit: async (score) => this.#scores().submit(score),
    scoreTop: async (list) => {
      const scores = this.#scores();
      // Whom a person follows is part of their profile.
      if (list.following && !(await this.#permissions.profile()))
        throw new CallRefused("denied", "The person did not show who they are.");
      return scores.top(list);
    },
    profile: async () => {
      const { profile } = this.#services;
      if (!profile) throw new CallRefused("unavailable", "Nobody is signed in.");
      if (!(await this.#permissions.profile()))
        throw new CallRefused("denied", "The person did not show who they are.");
      return profile();
    },
    roomMembers: async ({ from, addresses }) => {
      const { members } = this.#services;
      if (!members) throw new CallRefused("unavailable", "This app runs without a room.");
      return members(addresses ?? from);
    },
    deviceRows: async ({ database, rows }) => this.#device().rows(database, rows),
    deviceCommit: async ({ database, ...change }) => this.#device().commit(database, change),
    deviceRead: async ({ database, from }) => this.#device().read(database, from),
    deviceDrop: async ({ database }) => this.#device().drop(database),
  };

  #device(): DeviceService {
    if (!this.#services.device) throw new CallRefused("unavailable", "Nothing is kept on this device.");
    return this.#services.device;
  }

  #scores(): ScoreService {
    if (!this.#services.scores)
      throw new CallRefused("unavailable", "Scores are kept for apps of an account.");
    return this.#services.scores;
  }

  /** Asks once for all files that come until the answer. */
  async #maySave(file: SavedFile): Promise<boolean> {
    const memory = this.#memory;
    if (this.#presses.isInFront && performance.now() < this.#savesAllowedUntil) return true;
    if (this.#saveQuestion) {
      const question = await this.#saveQuestion;
      question.add(file);
      return question.answered;
    }
    if (memory.isSavingRefused || memory.savesRefused >= SAVES_REFUSED_MAX) return false;
    this.#saveQuestion = this.#limitUnprompted("save a file").then(() => this.#ui.saveFiles(file));
    try {
      const question = await this.#saveQuestion;
      const isWanted = await this.#dialog(() => question.answered);
      if (isWanted) this.#savesAllowedUntil = performance.now() + SAVES_ALLOWED_MS;
      else memory.savesRefused += 1;
      memory.isSavingRefused = !isWanted;
      return isWanted;
    } finally {
      this.#saveQuestion = null;
    }
  }

  /** Allows an app in front calls with a press, and a few without. @throws CallRefused */
  async #limitUnprompted(what: string): Promise<void> {
    if (!this.#presses.isInFront)
      throw new CallRefused("denied", `An app in the background may not ${what}.`);
    if (await this.#presses.isRecent()) return;
    this.#memory.unprompted += 1;
    if (this.#memory.unprompted > UNPROMPTED_MAX)
      throw new CallRefused("denied", `Without a press an app may not ${what} again.`);
  }

  async #dialog<T>(show: () => Promise<T>): Promise<T> {
    if (this.#pendingDialogs >= PENDING_DIALOGS_MAX)
      throw new CallRefused("too_many", "Too many questions at once.");
    this.#pendingDialogs += 1;
    try {
      return await show();
    } finally {
      this.#pendingDialogs -= 1;
    }
  }
}

export function noRoom(): CallRefused {
  return new CallRefused("no_room", "This app runs without a room.");
}

const OPENABLE = new Set(["https:", "http:", "mailto:", "tel:"]);

function parseExternalUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !OPENABLE.has(url.protocol))
    throw new CallRefused("invalid", "Only web, mail and phone addresses can be opened.");
  // `https://bank.example@evil.example/` looks like another host.
  url.username = "";
  url.password = "";
  return url;
}
