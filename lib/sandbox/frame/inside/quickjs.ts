/** Runs a QuickJS app: a small page of ours around the add-on that runs the engine in a worker. */
import { setMemorySource } from "@/lib/sandbox/frame/inside/channel";
import { fileAt, fileNames, textOf, toLoadable } from "@/lib/sandbox/frame/inside/files";
import { setStateSource } from "@/lib/sandbox/frame/inside/platform/unload";
import { reportForeign } from "@/lib/sandbox/frame/inside/platform/problems";
import { define } from "@/lib/sandbox/frame/inside/realm";
import { submitScore, topScores } from "@/lib/sandbox/frame/inside/scores";
import type { GumCall, QuickjsHost, QuickjsAddOn } from "@/lib/sandbox/protocol/quickjs";
import type { StartMessage } from "@/lib/sandbox/protocol/to-frame";

/** The page around the app; its script calls the `__gumStart` that `prepareQuickjs` defines. */
export function quickjsPage(addOn: QuickjsAddOn, message: StartMessage, nonce: string): string {
  return `<!DOCTYPE html><html lang="${message.locale.replace(/[^\w-]/g, "")}" data-theme="${message.theme}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title></title><style>${addOn.style}</style></head><body><main id="app"></main><script nonce="${nonce}">__gumStart()</script></body></html>`;
}

export function prepareQuickjs(addOn: QuickjsAddOn, message: StartMessage): void {
  const host: QuickjsHost = {
    setup: message.quickjs!,
    entry: message.entry.file,
    facts: {
      app: message.app,
      userId: message.personId,
      theme: message.theme,
      locale: message.locale,
      capabilities: message.capabilities,
      restored: message.quickjs!.deterministic?.recorded ? null : message.state,
    },
    fileNames,
    textOf,
    urlOf: (name) => (fileAt(name) === null ? "" : toLoadable(name)),
    call: (name, args, proof) =>
      name === "scoreSubmit" ? submitScore(args[0], args[1], proof) : CALLS[name](...(args as never[])),
    problem: ({ message: text, stack, fatal }) => reportForeign(fatal ? "start" : "error", text, stack),
    memory: (usedBytes) => setMemorySource(() => usedBytes),
  };
  // The heap of the page around the engine does not belong to the app.
  setMemorySource(() => null);
  define(window, "__gumStart", () => {
    delete (window as { __gumStart?: unknown }).__gumStart;
    document.title = message.app.name;
    const running = addOn.run(host);
    setStateSource(async () => {
      const json = await running.state();
      return json === null ? null : (JSON.parse(json) as unknown);
    });
    const sendFacts = (): void => {
      const { theme, locale } = gum();
      document.documentElement.dataset.theme = theme;
      running.setFacts({ theme, locale });
    };
    gum().onThemeChange(sendFacts);
    gum().onLocaleChange(sendFacts);
  });
}

const gum = (): Window["gum"] => window.gum;

/** Calls of the engine's `gum`, forwarded to the page's. */
const CALLS: Record<Exclude<GumCall, "scoreSubmit">, (...args: never[]) => Promise<unknown>> = {
  ready: () => gum().ready(),
  get: (key: string) => gum().storage.get(key),
  set: (key: string, value: GumJson) => gum().storage.set(key, value),
  delete: (key: string) => gum().storage.delete(key),
  list: (prefix: string) => gum().storage.list(prefix),
  fetch: async (url: string, init: { method?: string; headers?: Record<string, string>; body?: string }) => {
    const response = await gum().fetch(url, init);
    const { status, statusText, headers } = response;
    return { status, statusText, headers: Object.fromEntries(headers), text: await response.text() };
  },
  alert: (message: string) => gum().alert(message),
  confirm: (message: string) => gum().confirm(message),
  prompt: (message: string, value: string) => gum().prompt(message, value),
  openLink: (url: string) => gum().openLink(url),
  compose: (draft: { text: string }) => gum().compose(draft),
  notify: (notice: { text: string; href?: string }) => gum().notify(notice),
  scoreTop: (board: string, options: object) => topScores(board, options),
  profile: async () => ({ name: (await gum().user.profile()).name }),
};
