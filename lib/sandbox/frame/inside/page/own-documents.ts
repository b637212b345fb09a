/**
 * Documents of own frames that the app reads and edits. The real document of such a frame has an opaque origin of its own, and
 * no page can reach it. In its place the app gets a shadow tree of the page that passes for a document: layout, styles,
 * selection and events are the browser's own, and all that the page's realm has replaced counts there too, because no other
 * realm comes into being. It shows in the frame's place.
 */
import { ofWindow } from "@/lib/sandbox/frame/inside/page/code-frames";
import { createHost, type OwnHost } from "@/lib/sandbox/frame/inside/page/own-document-host";
import { isUiEvent, stayInside } from "@/lib/sandbox/frame/inside/page/own-document-events";
import {
  activeFor,
  allPointedFor,
  joinTree,
  patchOwnTrees,
  pointedFor,
  toPage,
} from "@/lib/sandbox/frame/inside/page/own-document-trees";
import { EventHandlers } from "@/lib/sandbox/frame/look-alike";
import { virtualLocation } from "@/lib/sandbox/frame/inside/platform/navigation";
import { site } from "@/lib/sandbox/frame/inside/files";
import { define, realm } from "@/lib/sandbox/frame/inside/realm";

export interface OwnDocument {
  document: Document;
  view: Window;
  host: OwnHost;
  /** @param isMuted only the document hears it */
  fireLoad(isMuted: boolean): void;
}

type Members = Record<string, PropertyDescriptor>;

const BLANK = "<html><head></head><body></body></html>";
const { getElementById } = DocumentFragment.prototype;
/** Only Chromium has one for a shadow tree; elsewhere that of the page reaches into it. */
const { getSelection: selectionIn } = ShadowRoot.prototype as { getSelection?(): Selection | null };
let prototype: Document | null = null;
/** Makes an element whose script never runs: one that is added runs in the frame, or not at all. */
const idleScript = (): Element => {
  const holder = document.createElement("div");
  holder.innerHTML = "<script></script>";
  const script = holder.firstElementChild!;
  script.remove();
  script.removeAttribute("nonce");
  return script;
};

const viewOf = new WeakMap<object, Window>();
const handlersOf = new WeakMap<object, EventHandlers>();

/** What a frame shows in place of a document that it had before. */
export type Successor = Pick<OwnDocument, "document" | "view">;

interface Navigation {
  /** Navigates the frame; without an address to what it has. */
  follow: (url: string) => void;
  /** Null as long as the frame shows the document. */
  successor: () => Successor | null;
  /** Called when the frame has left the page. */
  onGone: () => void;
}

export function createOwnDocument(
  frame: HTMLIFrameElement,
  { follow, successor, onGone }: Navigation,
): OwnDocument {
  const windowEvents = new EventTarget();
  const host = createHost(frame, () => windowEvents.dispatchEvent(new Event("resize")), onGone);
  const { root } = host;
  patchOwnTrees();
  Object.setPrototypeOf(root, (prototype ??= documentPrototype()));
  const page = root as unknown as Document;
  joinTree(page, root, host, frame);
  const view = createView({ frame, page, host, windowEvents, follow, successor });
  viewOf.set(page, view);
  handlersOf.set(page, new EventHandlers(root));
  const location = locationFor(follow);
  Object.defineProperty(page, "location", {
    configurable: true,
    get: () => location,
    set: (url) => follow(String(url)),
  });
  stayInside({ frame, host, windowEvents, follow });
  fill(page, BLANK);
  return {
    document: page,
    view,
    host,
    fireLoad(isMuted) {
      windowEvents.dispatchEvent(new Event("load"));
      if (!isMuted) frame.dispatchEvent(new Event("load"));
    },
  };
}

/** Replaces what is in the document. */
export function fill(page: Document, html: string): void {
  const root = document.createElement("html");
  const attributes = /<html\b((?:[^>"']|"[^"]*"|'[^']*')*)>/i.exec(html)?.[1];
  if (attributes?.trim()) {
    const holder = document.createElement("template");
    holder.innerHTML = `<p${attributes}></p>`;
    for (const { name, value } of holder.content.firstElementChild!.attributes)
      root.setAttribute(name, value);
  }
  // In a document without a window first: nothing of it loads before it is known where it belongs.
  const held = document.implementation.createHTMLDocument("").adoptNode(root);
  held.innerHTML = html;
  page.replaceChildren(held);
}

/** Members of a document: a shadow tree's own where it has them, else ours, else the page's. */
function documentPrototype(): Document {
  const made = Object.create(HTMLDocument.prototype) as Document;
  const own = ownMembers();
  for (const key of Object.keys(Object.getOwnPropertyDescriptors(Document.prototype))) {
    const found = own[key] ?? treeMember(key) ?? delegated(key);
    if (found) Object.defineProperty(made, key, { configurable: true, enumerable: true, ...found });
    delete own[key];
  }
  for (const key of Object.keys(own)) Object.defineProperty(made, key, { configurable: true, ...own[key] });
  return made;
}

const LEFT_OUT = new Set(["constructor", "innerHTML", "host", "mode"]);

function treeMember(key: string): PropertyDescriptor | undefined {
  if (LEFT_OUT.has(key)) return undefined;
  return (
    Object.getOwnPropertyDescriptor(ShadowRoot.prototype, key) ??
    Object.getOwnPropertyDescriptor(DocumentFragment.prototype, key)
  );
}

function delegated(key: string): PropertyDescriptor | undefined {
  if (key === "constructor") return undefined;
  if (key.startsWith("on")) {
    return {
      get(this: object) {
        return handlersOf.get(this)?.get(key.slice(2));
      },
      set(this: object, value: unknown) {
        handlersOf.get(this)?.set(key.slice(2), value);
      },
    };
  }
  const { value } = Object.getOwnPropertyDescriptor(Document.prototype, key)!;
  if (typeof value === "function") {
    return {
      writable: true,
      value(this: Document, ...args: unknown[]) {
        const made = (Reflect.get(document, key) as (...all: unknown[]) => unknown).apply(document, args);
        return made instanceof Node ? joinTree(this, made) : made;
      },
    };
  }
  return {
    get: () => Reflect.get(document, key) as unknown,
    set: (next: unknown) => void Reflect.set(document, key, next),
  };
}

const OPEN = { writable: true, configurable: true, enumerable: true };
const value = (of: unknown): PropertyDescriptor => ({ get: () => of });
const list = (selector: string): PropertyDescriptor => ({
  get(this: Document) {
    return this.querySelectorAll(selector);
  },
});
const getter = (get: (page: Document) => unknown): PropertyDescriptor => ({
  get(this: Document) {
    return get(this);
  },
});
const method = (run: (page: Document, ...args: never[]) => unknown): PropertyDescriptor => ({
  writable: true,
  value(this: Document, ...args: never[]) {
    return run(this, ...args);
  },
});

const childOfRoot = (page: Document, name: string): Element | null =>
  [...(page.documentElement?.children ?? [])].find(({ localName }) => localName === name) ?? null;

function ownMembers(): Members {
  const createElement = Object.getOwnPropertyDescriptor(Document.prototype, "createElement")!;
  const elementFromPoint = Object.getOwnPropertyDescriptor(ShadowRoot.prototype, "elementFromPoint");
  const elementsFromPoint = Object.getOwnPropertyDescriptor(ShadowRoot.prototype, "elementsFromPoint");
  const pointed = <T>(
    found: PropertyDescriptor | undefined,
    map: (found: T, x: number, y: number) => unknown,
  ): PropertyDescriptor =>
    method((page, x: number, y: number) => {
      const at = toPage(page, x, y);
      return map((found!.value as (...at: number[]) => T).apply(page, at), ...at);
    });
  const select = (page: Document): Selection | null => viewOf.get(page)!.getSelection();
  return {
    nodeType: value(Node.DOCUMENT_NODE),
    nodeName: value("#document"),
    documentElement: getter((page) => page.firstElementChild),
    scrollingElement: getter((page) => page.firstElementChild),
    head: getter((page) => childOfRoot(page, "head")),
    body: {
      ...getter((page) => childOfRoot(page, "body")),
      set(this: Document, next: HTMLElement) {
        if (this.body) this.body.replaceWith(next);
        else this.documentElement.append(next);
      },
    },
    defaultView: getter((page) => viewOf.get(page)),
    doctype: value(null),
    readyState: value("complete"),
    currentScript: value(null),
    title: {
      ...getter((page) => page.querySelector("title")?.textContent ?? ""),
      set(this: Document, next: unknown) {
        const title = this.querySelector("title") ?? this.head.appendChild(this.createElement("title"));
        title.textContent = String(next);
      },
    },
    designMode: {
      ...getter((page) => (page.body?.contentEditable === "true" ? "on" : "off")),
      set(this: Document, next: unknown) {
        this.body.contentEditable = String(/^on$/i.test(String(next)));
      },
    },
    activeElement: getter((page) => {
      const { get } = Object.getOwnPropertyDescriptor(ShadowRoot.prototype, "activeElement")!;
      return activeFor(get!.call(page)) ?? page.body;
    }),
    hasFocus: method((page) => document.activeElement === viewOf.get(page)!.frameElement),
    getSelection: method(select),
    elementFromPoint: pointed(elementFromPoint, pointedFor),
    elementsFromPoint: pointed(elementsFromPoint, allPointedFor),
    createElement: method((page, name: string, options: never) => {
      const made = /^script$/i.test(name)
        ? idleScript()
        : ((createElement.value as typeof document.createElement).call(document, name, options) as Element);
      return joinTree(page, made);
    }),
    getElementById: { writable: true, value: getElementById },
    getElementsByTagName: method((page, name: string) => page.querySelectorAll(name)),
    getElementsByClassName: method((page, names: string) =>
      page.querySelectorAll(
        names
          .trim()
          .split(/\s+/)
          .map((name) => `.${CSS.escape(name)}`)
          .join(""),
      ),
    ),
    getElementsByName: method((page, name: string) => page.querySelectorAll(`[name="${CSS.escape(name)}"]`)),
    images: list("img"),
    forms: list("form"),
    scripts: list("script"),
    links: list("a[href],area[href]"),
    anchors: list("a[name]"),
    embeds: list("embed"),
  };
}

/** Where the frame is: as after `document.open`, at the page's own address. */
function locationFor(follow: (url: string) => void): object {
  return new Proxy(virtualLocation(), {
    get(target, key) {
      if (key === "assign" || key === "replace") return (url: unknown) => follow(String(url));
      if (key === "reload") return () => follow("");
      const found = Reflect.get(target, key) as unknown;
      return typeof found === "function" ? (found.bind(target) as unknown) : found;
    },
    set(_, key, next) {
      if (key === "href") follow(String(next));
      return true;
    },
  });
}

function createView({
  frame,
  page,
  host,
  windowEvents,
  follow,
  successor,
}: {
  frame: HTMLIFrameElement;
  page: Document;
  host: OwnHost;
  windowEvents: EventTarget;
} & Omit<Navigation, "onGone">): Window {
  const { element, root } = host;
  const handlers = { ui: new EventHandlers(root), window: new EventHandlers(windowEvents) };
  const targetFor = (type: unknown): EventTarget => (isUiEvent(String(type)) ? root : windowEvents);
  const handlersFor = (type: string): EventHandlers => (isUiEvent(type) ? handlers.ui : handlers.window);
  const scroll = (name: "scrollTo" | "scrollBy") => ({
    value: (...args: [number, number]) => element[name](...args),
  });
  const live: PropertyDescriptorMap = {
    document: { value: page },
    frameElement: { value: frame },
    parent: { get: () => frame.ownerDocument.defaultView ?? window },
    top: { value: window },
    length: { get: () => page.querySelectorAll("iframe").length },
    innerWidth: { get: () => (host.update(), element.offsetWidth) },
    innerHeight: { get: () => (host.update(), element.offsetHeight) },
    ...Object.fromEntries(
      ["scrollX", "pageXOffset"].map((name) => [name, { get: () => element.scrollLeft }]),
    ),
    ...Object.fromEntries(["scrollY", "pageYOffset"].map((name) => [name, { get: () => element.scrollTop }])),
    scrollTo: scroll("scrollTo"),
    scroll: scroll("scrollTo"),
    scrollBy: scroll("scrollBy"),
    getSelection: { value: () => (selectionIn ? selectionIn.call(root) : document.getSelection()) },
    focus: { value: () => page.body?.focus() },
    blur: { value: () => (page.activeElement as HTMLElement | null)?.blur() },
    addEventListener: {
      value: (type: string, ...rest: [EventListener]) => targetFor(type).addEventListener(type, ...rest),
    },
    removeEventListener: {
      value: (type: string, ...rest: [EventListener]) => targetFor(type).removeEventListener(type, ...rest),
    },
    postMessage: {
      value(data: unknown) {
        const event = new MessageEvent("message", {
          data: structuredClone(data),
          source: window,
          origin: site.origin,
        });
        realm.queueTask(() => windowEvents.dispatchEvent(event));
      },
    },
    // Of the page they would mean the page.
    ...Object.fromEntries(["stop", "close"].map((name) => [name, { value() {} }])),
    dispatchEvent: { value: (event: Event) => targetFor(event.type).dispatchEvent(event) },
    location: { get: () => page.location, set: (url: unknown) => follow(String(url)) },
  };
  const own = Object.create(Window.prototype) as Record<PropertyKey, unknown>;
  for (const key of Object.keys(live)) Object.defineProperty(own, key, { configurable: true, ...live[key] });
  const isHandler = (key: PropertyKey): key is string =>
    typeof key === "string" && /^on[a-z]+$/.test(key) && key in window;
  const view: Record<PropertyKey, unknown> = new Proxy(own, {
    get(_, key) {
      const next = successor();
      if (next) return key === "document" ? next.document : ofWindow(next.view, key);
      if (Object.hasOwn(own, key)) return Reflect.get(own, key) as unknown;
      return isHandler(key)
        ? handlersFor(key.slice(2)).get(key.slice(2))
        : isShared(key)
          ? ofWindow(window, key)
          : undefined;
    },
    set(_, key, next) {
      const later = successor();
      if (later) return Reflect.set(later.view, key, next);
      const { set, get } = Object.getOwnPropertyDescriptor(own, key) ?? {};
      if (set) set(next);
      else if (isHandler(key)) handlersFor(key.slice(2)).set(key.slice(2), next);
      else if (!get) Object.defineProperty(own, key, { ...OPEN, value: next });
      return true;
    },
    has: (_, key) => Object.hasOwn(own, key) || isShared(key),
    getOwnPropertyDescriptor: (_, key) => Object.getOwnPropertyDescriptor(own, key),
  });
  for (const key of ["window", "self", "frames", "globalThis"]) define(own, key, view);
  return view as unknown as Window;
}

/** What the browser gives to every window, and not the variables of the page, nor its elements by their names. */
const platform = new Set<PropertyKey>(Reflect.ownKeys(window));
const isShared = (key: PropertyKey): boolean =>
  platform.has(key) || Object.hasOwn(Window.prototype, key) || key in EventTarget.prototype;
