/**
 * Answers what apps ask of the host.
 *
 * Trust model: texts and addresses come from the app and are shown as text, the whole of them. Nothing happens without the
 * person: either they pressed something just now (the browser says so, not the app), or they are asked.
 */
import type { Manifest } from "@/lib/package/manifest-contract";
import { EgressGate, type EgressTransport } from "@/lib/sandbox/host/egress-gate";
import { Permissions, type PermissionQuestion, type PermissionStore } from "@/lib/sandbox/host/permissions";
import { saveFile, safeFileName } from "@/lib/sandbox/host/save-file";
import { calls, type CallName, type CallParams } from "@/lib/sandbox/protocol/to-host";

/** What only a user interface can do. */
export interface HostUi {
  alert(message: string): Promise<void>;
  confirm(message: string): Promise<boolean>;
  prompt(message: string, value: string): Promise<string | null>;
  /** Shows the whole address; true opens it. */
  openLink(url: URL): Promise<boolean>;
  /** Asked where no press led to a download. */
  saveFile(file: { name: string; size: number }): Promise<boolean>;
  /** What the person pasted, null where they would not. */
  pasteText(): Promise<string | null>;
  /** What an app may do from now on, if the person says so. */
  allow(question: PermissionQuestion): Promise<boolean>;
  copied(): void;
}

/** Who the person is, for an app that they have let know. */
export interface Profile {
  name: string;
  picture: Blob | null;
}

export interface HostServices {
  compose: ((draft: { text: string; image: Blob | null }) => Promise<boolean>) | null;
  egress: EgressTransport | null;
  permissions: PermissionStore | null;
  /** Null for guests and where nobody is signed in. */
  profile: (() => Promise<Profile>) | null;
}

export class CallRefused extends Error {
  override name = "CallRefused";
  constructor(
    readonly code: "denied" | "unavailable" | "too_many" | "invalid",
    message: string,
  ) {
    super(message);
  }
}

/** Questions that nobody's press led to; more than these in one run are not put to the person. */
const UNPRESSED_MAX = 3;
const DIALOGS_WAITING_MAX = 5;

export class HostCalls {
  readonly #ui: HostUi;
  readonly #services: HostServices;
  readonly #gate: EgressGate;
  readonly #permissions: Permissions;
  #unpressed = 0;
  #waiting = 0;

  constructor(ui: HostUi, services: HostServices, manifest: Manifest) {
    this.#ui = ui;
    this.#services = services;
    this.#permissions = new Permissions({
      manifest,
      store: services.permissions,
      ask: (question) => this.#dialog(() => ui.allow(question)),
    });
    this.#gate = new EgressGate(services.egress, {
      permit: (url) => this.#permissions.network(url),
      onRevoked: () => this.#permissions.forget(),
    });
  }

  /** @throws CallRefused, or MalformedMessage for parameters of the wrong shape */
  async answer(name: CallName, params: unknown): Promise<unknown> {
    const handler = this.#handlers[name] as (params: unknown) => Promise<unknown>;
    return handler(calls[name](params));
  }

  readonly #handlers: { [N in CallName]: (params: CallParams<N>) => Promise<unknown> } = {
    alert: ({ message }) => this.#dialog(() => this.#ui.alert(message)),
    confirm: ({ message }) => this.#dialog(() => this.#ui.confirm(message)),
    prompt: ({ message, value }) => this.#dialog(() => this.#ui.prompt(message, value)),
    openLink: async ({ url }) => {
      const target = outsideAddress(url);
      this.#requirePress("open a page");
      return this.#dialog(() => this.#ui.openLink(target));
    },
    save: async ({ name, file }) => {
      const clean = safeFileName(name);
      const pressed = hasUserActivation();
      if (!pressed) this.#requirePress("save a file");
      if (!pressed && !(await this.#dialog(() => this.#ui.saveFile({ name: clean, size: file.size })))) {
        throw new CallRefused("denied", "The file was not saved.");
      }
      saveFile(file, clean);
      return true;
    },
    clipboardWrite: async ({ text }) => {
      if (!hasUserActivation()) throw new CallRefused("denied", "Copying needs a press.");
      await navigator.clipboard.writeText(text);
      this.#ui.copied();
      return true;
    },
    clipboardRead: async () => {
      this.#requirePress("read the clipboard");
      const text = await this.#dialog(() => this.#ui.pasteText());
      if (text === null) throw new CallRefused("denied", "Nothing was pasted.");
      return text;
    },
    compose: async (draft) => {
      const { compose } = this.#services;
      if (!compose) throw new CallRefused("unavailable", "There is no composer here.");
      this.#requirePress("write a post");
      return compose(draft);
    },
    egress: (request) => this.#gate.handle(request),
    profile: async () => {
      const { profile } = this.#services;
      if (!profile) throw new CallRefused("unavailable", "Nobody is signed in.");
      if (!(await this.#permissions.profile()))
        throw new CallRefused("denied", "The person did not show who they are.");
      return profile();
    },
  };

  /** Lets a question through that follows a press, and a few that do not. */
  #requirePress(what: string): void {
    if (hasUserActivation()) return;
    this.#unpressed += 1;
    if (this.#unpressed > UNPRESSED_MAX)
      throw new CallRefused("denied", `Without a press an app may not ${what} again.`);
  }

  async #dialog<T>(show: () => Promise<T>): Promise<T> {
    if (this.#waiting >= DIALOGS_WAITING_MAX)
      throw new CallRefused("too_many", "Too many questions at once.");
    this.#waiting += 1;
    try {
      return await show();
    } finally {
      this.#waiting -= 1;
    }
  }
}

/** The person pressed something in the last moments, in the frame or around it. */
export function hasUserActivation(): boolean {
  return navigator.userActivation?.isActive ?? false;
}

const OPENABLE = new Set(["https:", "http:", "mailto:", "tel:"]);

function outsideAddress(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !OPENABLE.has(url.protocol))
    throw new CallRefused("invalid", "Only web, mail and phone addresses can be opened.");
  return url;
}
