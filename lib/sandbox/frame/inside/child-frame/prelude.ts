/**
 * Runs first in every child frame: installs storage, network APIs whose file requests the page answers, and a virtual location.
 * Navigation is a request to the page too.
 */
import { dataUrlSource, isDataUrl } from "@/lib/sandbox/frame/inside/network/data-url";
import { makeFetch } from "@/lib/sandbox/frame/inside/network/fetch";
import type { Source, Sources } from "@/lib/sandbox/frame/inside/network/source";
import { installXhr } from "@/lib/sandbox/frame/inside/network/xhr";
import { MARK, type FromFrame, type ChildFrameSetup } from "@/lib/sandbox/frame/inside/child-frame/setup";
import { asLocation, locationHelpers } from "@/lib/sandbox/frame/inside/location-helpers";
import { installHistory } from "@/lib/sandbox/frame/inside/child-frame/history";
import { installLateUrls } from "@/lib/sandbox/frame/inside/child-frame/late-urls";
import { installStorage } from "@/lib/sandbox/frame/inside/child-frame/storage";
import { absoluteUrl, findFile, typeOfFile, urlOfFile, type Site } from "@/lib/sandbox/frame/inside/paths";
import { setShortcuts, watchShellKeys } from "@/lib/sandbox/frame/inside/platform/shell-keys";
import { installCaches, installStorageManager } from "@/lib/sandbox/frame/inside/platform/storage-manager";
import { appConsole, define, realm } from "@/lib/sandbox/frame/inside/realm";
import { STORAGE_QUOTA_BYTES } from "@/lib/sandbox/protocol/limits";
import { HELPER } from "@/lib/sandbox/protocol/script-locations";

const setupHolder = globalThis as { __gumFrame?: ChildFrameSetup };
const { origin, base, folder, mount, names, isFile, modules, moduleNames, saved, shortcuts } =
  setupHolder.__gumFrame!;
delete setupHolder.__gumFrame;
const host = parent;
const fileNames = new Set(names);
const site: Site = { origin, base, folder, mount, has: (name) => fileNames.has(name) };
const blobs = new Map<string, Blob>();

function sendToParent(message: FromFrame, ...ports: MessagePort[]): void {
  host.postMessage({ [MARK]: message }, "*", ports);
}

function requestFile(name: string, how: "read" | "load" = "read"): Promise<Uint8Array<ArrayBuffer>> {
  const { port1, port2 } = new MessageChannel();
  return new realm.Promise((resolve, reject) => {
    port1.onmessage = ({ data }: MessageEvent<ArrayBuffer | null>) => {
      port1.close();
      if (data) resolve(new Uint8Array(data));
      else reject(new TypeError("Failed to fetch"));
    };
    sendToParent([how, name], port2);
  });
}

function fileSource(name: string): Source {
  let bytes: Uint8Array<ArrayBuffer> | null = null;
  const loadedBytes = (): Uint8Array<ArrayBuffer> => {
    if (!bytes) throw new DOMException("Frames cannot wait for a file of the app.", "NetworkError");
    return bytes;
  };
  const type = typeOfFile(name);
  return {
    kind: "bytes",
    type,
    bytes: loadedBytes,
    blob: () => new realm.Blob([loadedBytes()], { type }),
    prepare: async () => {
      bytes = await requestFile(name);
    },
  };
}

function locate(url: string): Source {
  const name = findFile(site, url);
  if (name !== null) return fileSource(name);
  const object = blobs.get(url);
  if (object) return { kind: "blob", blob: () => object, type: object.type };
  if (isDataUrl(url)) return dataUrlSource(url);
  return absoluteUrl(site, url)?.origin === origin ? { kind: "missing" } : { kind: "outside" };
}

function installNetwork(): void {
  const log = (text: string): void => appConsole.error(text);
  const sources: Sources = { locate, absolute: (url) => absoluteUrl(site, url)?.href ?? url };
  define(window, "fetch", makeFetch(sources, log));
  installXhr(sources, log);
  URL.createObjectURL = (object: Blob | MediaSource) => {
    const url = realm.createObjectURL(object);
    if (object instanceof realm.Blob) blobs.set(url, object);
    return url;
  };
  URL.revokeObjectURL = (url: string) => {
    blobs.delete(url);
    realm.revokeObjectURL(url);
  };
}

function navigate(url: unknown, target = ""): void {
  const to = absoluteUrl(site, String(url));
  if (to && to.protocol !== "javascript:") sendToParent(["go", to.href, target]);
}

/** Installs the helpers that rewritten scripts call. Only a frame that shows a file has a virtual location. */
function installLocation(): void {
  const pageUrl = new URL(base);
  const { protocol, host: authority, hostname, port } = pageUrl;
  const pageNow = isFile ? installHistory(pageUrl) : () => pageUrl;
  const virtual: { href: string } = asLocation({
    get href() {
      return pageNow().href;
    },
    set href(url: string) {
      navigate(url);
    },
    get pathname() {
      return pageNow().pathname;
    },
    protocol,
    host: authority,
    hostname,
    port,
    origin,
    get search() {
      return pageNow().search;
    },
    get hash() {
      return location.hash;
    },
    set hash(value: string) {
      location.hash = value;
    },
    assign: navigate,
    replace: navigate,
    reload: () => navigate(base),
    toString: () => virtual.href,
  });
  const owned = isFile ? { location: virtual, owners: [window, document] } : null;
  const helper = { ...locationHelpers(owned, (code) => code), ...moduleHelpers };
  Object.defineProperty(window, HELPER, { value: Object.seal(helper) });
}

/** The helpers that rewritten modules call. */
const moduleHelpers = {
  load(self: string, specifier: unknown): Promise<unknown> {
    const name = findFile(site, String(specifier), self);
    return import(name === null ? String(specifier) : urlOfFile(site, name));
  },
  meta: (self: string) => ({
    url: self,
    resolve: (specifier: unknown) => absoluteUrl(site, String(specifier), self)?.href,
  }),
};

/** Before the first module script, which the page's parser has yet to find. */
function installModules(): void {
  if (modules.length === 0) return;
  const prelude = document.currentScript as HTMLScriptElement;
  const imports: Record<string, string> = {};
  for (const [url, text] of modules) {
    const blob = new realm.Blob([`${text}\n//# sourceURL=${url}`], { type: "text/javascript" });
    imports[url] = realm.createObjectURL(blob);
  }
  for (const [name, url] of moduleNames) imports[name] = imports[url]!;
  const map = document.createElement("script");
  map.type = "importmap";
  map.nonce = prelude.nonce;
  map.textContent = JSON.stringify({ imports });
  prelude.after(map);
}

function watchLinks(): void {
  window.addEventListener("click", (event) => {
    const link = event
      .composedPath()
      .find((node): node is Element => node instanceof Element && /^(?:a|area)$/.test(node.localName));
    const href = link?.getAttribute("href") ?? link?.getAttribute("xlink:href") ?? "";
    if (!href || href.startsWith("#") || event.defaultPrevented) return;
    event.preventDefault();
    navigate(href, link!.getAttribute("target") ?? "");
  });
}

setShortcuts(shortcuts);
watchShellKeys((key) => sendToParent(["shellKey", key]));
installStorage(saved, sendToParent);
installNetwork();
installCaches(() => base);
installStorageManager(() => ({ usage: 0, quota: STORAGE_QUOTA_BYTES }));
installLocation();
installLateUrls({
  find: (url) => findFile(site, url.trim()),
  absolute: (url) => absoluteUrl(site, url)?.href ?? url,
  load: async (name) => new realm.Blob([await requestFile(name, "load")], { type: typeOfFile(name) }),
});
installModules();
watchLinks();
