/** `gum`, the host API of an app. Its types and documentation are public/docs/gum.d.ts. */
import { ask, hear, tell, HostRefusal } from "@/lib/sandbox/frame/inside/channel";
import { setStateSource } from "@/lib/sandbox/frame/inside/platform/farewell";
import { define, realm } from "@/lib/sandbox/frame/inside/realm";
import { onValueChange, readValue, valueKeys, writeValue } from "@/lib/sandbox/frame/inside/saving/values";
import type { EgressResponse, StartMessage, Theme } from "@/lib/sandbox/protocol/to-frame";

export function installGum(start: StartMessage): void {
  let theme = start.theme;
  let locale = start.locale;
  const themeListeners = new Set<(theme: Theme) => void>();
  hear("theme", (message) => {
    theme = message.theme;
    for (const listener of themeListeners) listener(theme);
  });
  hear("locale", (message) => {
    locale = message.locale;
  });

  const app = Object.freeze({ ...start.app });
  const gum = {
    version: 1,
    app,
    get theme() {
      return theme;
    },
    get locale() {
      return locale;
    },
    async ready() {
      tell({ type: "gumReady" });
      return app;
    },
    storage: Object.freeze({
      get: async (key: string) => readValue(String(key)),
      set: async (key: string, value: unknown) => writeValue(String(key), value),
      delete: async (key: string) => writeValue(String(key), undefined),
      list: async (prefix = "") => valueKeys(String(prefix)),
      onChange: onValueChange,
    }),
    state: Object.freeze({
      restored: start.state === null ? null : (JSON.parse(start.state) as unknown),
      save: (source: () => unknown) => setStateSource(source),
    }),
    openLink: async (url: string) => (await ask("openLink", { url: String(url) })) === true,
    compose: async (draft: { text?: unknown; image?: Blob }) => {
      return (await ask("compose", { text: String(draft.text ?? ""), image: draft.image ?? null })) === true;
    },
    fetch: egress,
    onThemeChange(listener: (theme: Theme) => void) {
      themeListeners.add(listener);
      return () => void themeListeners.delete(listener);
    },
    capabilities: () => [...start.capabilities],
  };
  define(window, "gum", Object.freeze(gum));
}

interface EgressInit {
  method?: string;
  headers?: HeadersInit;
  body?: string;
}

async function egress(url: string, init: EgressInit = {}): Promise<Response> {
  const answer = (await ask("egress", {
    req_id: crypto.randomUUID?.() ?? randomId(),
    ts: realm.now(),
    method: (init.method ?? "GET").toUpperCase(),
    url: String(url),
    headers: [...new Headers(init.headers)],
    body: init.body === undefined ? null : String(init.body),
  })) as EgressResponse;
  if (answer.error !== null && answer.status === 0) throw new HostRefusal(answer.error, answer.error);
  return new Response(answer.body, {
    status: answer.status,
    statusText: answer.statusText,
    headers: answer.headers,
  });
}

/** `randomUUID` wants a secure context, which a plain http address other than loopback is not. */
function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}
