/** `gum`, the host API for apps. Types and documentation are in public/docs/gum.d.ts. */
import { showCard, type CardDraft } from "@/lib/sandbox/frame/inside/card";
import { callHost, onHostMessage, sendToHost, HostRefusal } from "@/lib/sandbox/frame/inside/channel";
import { momentOf, shareMoment, type MomentDraft } from "@/lib/sandbox/frame/inside/moment";
import { setStateSource } from "@/lib/sandbox/frame/inside/platform/unload";
import { gumRoom, type FrameRoom } from "@/lib/sandbox/frame/inside/room";
import { fromBase64, toBase64 } from "@/lib/sandbox/frame/inside/shared/base64";
import { gumScores } from "@/lib/sandbox/frame/inside/scores";
import { define, realm } from "@/lib/sandbox/frame/inside/realm";
import { openShared } from "@/lib/sandbox/frame/inside/shared";
import { onValueChange, readValue, valueKeys, writeValue } from "@/lib/sandbox/frame/inside/saving/values";
import { HREF_CHARS, NOTICE_CHARS } from "@/lib/sandbox/protocol/limits";
import type { EgressResponse, StartMessage, Theme } from "@/lib/sandbox/protocol/to-frame";
import type { CallParams } from "@/lib/sandbox/protocol/to-host";

export function installGum(start: StartMessage, room: FrameRoom | null): void {
  let theme = start.theme;
  let locale = start.locale;
  const themeListeners = new Set<(theme: Theme) => void>();
  const localeListeners = new Set<(locale: string) => void>();
  onHostMessage("theme", (message) => {
    theme = message.theme;
    for (const listener of themeListeners) listener(theme);
  });
  onHostMessage("locale", (message) => {
    if (locale === message.locale) return;
    locale = message.locale;
    for (const listener of localeListeners) listener(locale);
  });

  let shared: object | undefined;

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
      sendToHost({ type: "gumReady" });
      return app;
    },
    storage: Object.freeze({
      get: async (key: string) => readValue(String(key)),
      set: async (key: string, value: unknown) => writeValue(String(key), value),
      delete: async (key: string) => writeValue(String(key), undefined),
      list: async (prefix = "") => valueKeys(String(prefix)).filter(isOfApp),
      changes: (listener: ValueListener) =>
        onValueChange((change) => isOfApp(change.key) && listener(change)),
    }),
    state: Object.freeze({
      restored: start.state === null ? null : (JSON.parse(start.state) as unknown),
      save: (source: () => unknown) => setStateSource(source),
    }),
    user: Object.freeze({
      id: start.personId,
      profile: async () => Object.freeze((await callHost("profile", {})) as object),
    }),
    // Unlike those of `window`, these wait for the answer and run nothing again.
    alert: async (message: unknown = "") => void (await callHost("alert", { message: String(message) })),
    confirm: async (message: unknown = "") =>
      (await callHost("confirm", { message: String(message) })) === true,
    prompt: async (message: unknown = "", value: unknown = "") => {
      const answer = await callHost("prompt", { message: String(message), value: String(value) });
      return typeof answer === "string" ? answer : null;
    },
    openLink: async (url: string) => (await callHost("openLink", { url: String(url) })) === true,
    compose: async (draft: { text?: unknown; image?: Blob }) => {
      return (
        (await callHost("compose", { text: String(draft.text ?? ""), image: draft.image ?? null })) === true
      );
    },
    share: (draft: MomentDraft) => shareMoment(draft),
    moment: momentOf(start),
    notify: async (notice: unknown) => void (await callHost("notify", noticeOf(notice))),
    card: (draft: CardDraft | null) => showCard(draft, room && room.lastDelivered),
    scores: gumScores(),
    fetch: egress,
    room: room && gumRoom(room),
    get shared() {
      const code = start.parts.shared;
      return code === null ? undefined : (shared ??= openShared(code, room));
    },
    onThemeChange(listener: (theme: Theme) => void) {
      themeListeners.add(listener);
      return () => void themeListeners.delete(listener);
    },
    onLocaleChange(listener: (locale: string) => void) {
      localeListeners.add(listener);
      return () => void localeListeners.delete(listener);
    },
    capabilities: () => [...start.capabilities],
  };
  define(window, "gum", Object.freeze(gum));
}

type ValueListener = Parameters<typeof onValueChange>[0];

/** Keys with a null character in front are ours. */
const isOfApp = (key: string): boolean => !key.startsWith("\0");

/** @throws HostRefusal invalid */
function noticeOf(notice: unknown): CallParams<"notify"> {
  const { text, href } = (typeof notice === "object" && notice !== null ? notice : { text: notice }) as {
    text?: unknown;
    href?: unknown;
  };
  if (typeof text !== "string") throw new HostRefusal("invalid", "gum.notify: the text is a string.");
  const target = href === undefined || href === null ? null : String(href);
  if (target !== null && target.length > HREF_CHARS)
    throw new HostRefusal("invalid", `gum.notify: href has ${HREF_CHARS} characters at most.`);
  return { text: text.slice(0, NOTICE_CHARS), href: target };
}

interface EgressInit {
  method?: string;
  headers?: HeadersInit;
  body?: BodyInit | null;
}

/** Statuses with which a Response must not have a body. */
const NO_BODY = new Set([101, 204, 205, 304]);

async function egress(url: string, init: EgressInit = {}): Promise<Response> {
  // A Response serialises any kind of body and derives its content type.
  const request = init.body === undefined || init.body === null ? null : new Response(init.body);
  const headers = new Headers(init.headers);
  const type = request?.headers.get("content-type");
  if (type && !headers.has("content-type")) headers.set("content-type", type);
  const answer = (await callHost("egress", {
    req_id: randomId(),
    ts: realm.now(),
    method: (init.method ?? "GET").toUpperCase(),
    url: String(url),
    headers: [...headers],
    body: request && toBase64(new Uint8Array(await request.arrayBuffer())),
    bodyEncoding: "base64",
  })) as EgressResponse;
  if (answer.status < 200)
    throw new HostRefusal(answer.error ?? "egress_error", answer.error ?? answer.statusText);
  const body =
    answer.body !== null && answer.bodyEncoding === "base64" ? fromBase64(answer.body) : answer.body;
  const { status, statusText } = answer;
  return new Response(NO_BODY.has(status) ? null : body, { status, statusText, headers: answer.headers });
}

/** 128 random bits as hex. `randomUUID` requires a secure context, which plain http outside loopback is not. */
function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}
