/** Runs first in every worker of an app: installs the package's files, fetch and XMLHttpRequest, then runs the app's script. */
import { STORAGE_QUOTA_BYTES } from "@/lib/sandbox/protocol/limits";
import { HELPER, rewriteLocations } from "@/lib/sandbox/protocol/script-locations";
import { dataUrlBlob, dataUrlSource, isDataUrl } from "@/lib/sandbox/frame/inside/network/data-url";
import { makeFetch, patchRequest } from "@/lib/sandbox/frame/inside/network/fetch";
import { installRefusedSockets } from "@/lib/sandbox/frame/inside/network/sockets";
import type { Source, Sources } from "@/lib/sandbox/frame/inside/network/source";
import { asLocation, locationHelpers } from "@/lib/sandbox/frame/inside/location-helpers";
import { PackedFiles } from "@/lib/sandbox/frame/inside/packed-files";
import { installXhr } from "@/lib/sandbox/frame/inside/network/xhr";
import { takeAddOn } from "@/lib/sandbox/frame/inside/add-ons";
import { absoluteUrl, findFile, typeOfFile, type Site } from "@/lib/sandbox/frame/inside/paths";
import { installCaches, installStorageManager } from "@/lib/sandbox/frame/inside/platform/storage-manager";
import {
  hideDatabases,
  installDatabaseGlobals,
  installOnFirstUse,
} from "@/lib/sandbox/frame/inside/saving/database-globals";
import type { DatabasesAddOn } from "@/lib/sandbox/frame/inside/shared/databases";
import { installFiles } from "@/lib/sandbox/frame/inside/saving/file-globals";
import { appConsole, define, defineAccessor, ownerOf, realm } from "@/lib/sandbox/frame/inside/realm";
import {
  fetchFile,
  findBlob,
  findModule,
  installServices,
  openDatabasePorts,
  ownBlob,
  startAgain,
} from "@/lib/sandbox/frame/inside/worker/services";
import type { WorkerSetup } from "@/lib/sandbox/frame/inside/worker/setup";
import { installDisguises } from "@/lib/sandbox/frame/look-alike";

interface WorkerScope extends EventTarget {
  importScripts(...urls: string[]): void;
  location: unknown;
  onconnect?: ((event: MessageEvent) => void) | null;
}
declare const FileReaderSync: new () => { readAsArrayBuffer(blob: Blob): ArrayBuffer };

const scope = globalThis as unknown as WorkerScope;
const nativeImport = scope.importScripts;
const log = (text: string): void => appConsole.error(text);

scope.addEventListener("message", start as EventListener, true);

function start(event: MessageEvent<WorkerSetup>): void {
  event.stopImmediatePropagation();
  scope.removeEventListener("message", start as EventListener, true);
  const setup = event.data;
  installDisguises();
  const files = filesOf(setup);
  const site: Site = {
    origin: setup.origin,
    base: setup.base,
    folder: setup.folder,
    mount: setup.mount,
    has: (name) => files.has(name),
  };
  installServices(setup.page);
  installHelpers(setup, site);
  installNetwork(site, files);
  installImportScripts(site, files);
  installCaches(() => site.base);
  installStorageManager(() => ({ usage: 0, quota: STORAGE_QUOTA_BYTES }), true);
  installDatabases(setup.databases);
  defineAccessor(ownerOf("origin"), "origin", () => setup.origin);
  if (setup.shared) installSharedScope();
  if (setup.module) startModule(setup, event.ports[0]);
  else {
    nativeImport.call(scope, setup.main);
    if (setup.shared) connect(event.ports[0]);
  }
}

/** Queues messages until the module has added its listeners. */
function startModule(setup: WorkerSetup, port: MessagePort | undefined): void {
  const queued: MessageEvent[] = [];
  const queue = (event: Event): void => {
    event.stopImmediatePropagation();
    queued.push(event as MessageEvent);
  };
  scope.addEventListener("message", queue, true);
  const release = (): void => {
    scope.removeEventListener("message", queue, true);
    if (setup.shared) connect(port);
    for (const event of queued)
      scope.dispatchEvent(new MessageEvent("message", { data: event.data, ports: [...event.ports] }));
  };
  import(setup.main).then(release, (error: unknown) => {
    release();
    setTimeout(() => {
      throw error;
    });
  });
}

/** In a dedicated worker there is no `onconnect`, which a module could not assign, and the scope's class has another name. */
function installSharedScope(): void {
  define(globalThis, "onconnect", null);
  const classes = globalThis as Record<string, unknown>;
  define(globalThis, "SharedWorkerGlobalScope", classes.DedicatedWorkerGlobalScope, false);
  delete classes.DedicatedWorkerGlobalScope;
}

function connect(port: MessagePort | undefined): void {
  if (!port) return;
  const event = new MessageEvent("connect", { data: "", ports: [port], source: port });
  scope.dispatchEvent(event);
  scope.onconnect?.(event);
}

function installHelpers(setup: WorkerSetup, site: Site): void {
  const modules = new Map(setup.modules);
  const { href, protocol, host, hostname, port, pathname, search, hash } = new URL(setup.self);
  const parts = { href, origin: setup.origin, protocol, host, hostname, port, pathname, search, hash };
  const virtual = asLocation({ ...parts, toString: () => href });
  const helper = {
    ...locationHelpers({ location: virtual, owners: [globalThis] }, rewriteLocations),
    load: async (from: string, specifier: unknown): Promise<unknown> => {
      const text = String(specifier);
      const target = absoluteUrl(site, text, from);
      const known = target && modules.get(target.href);
      return import(known ?? (await findModule(text, from)) ?? text);
    },
    meta: (url: string) => ({
      url,
      resolve: (specifier: string) => absoluteUrl(site, specifier, url)?.href ?? specifier,
    }),
  };
  define(globalThis, HELPER, Object.seal(helper), false);
}

interface WorkerFiles {
  has(name: string): boolean;
  /** The file must exist. @throws an error for one that has not been fetched: the app then starts again */
  blob(name: string): Blob;
  /** Fetches a remote file. */
  ready(name: string): Promise<void>;
}

function filesOf({ files, rest: remaining, remote: names }: WorkerSetup): WorkerFiles {
  const blobs = new Map(files);
  const packed = new PackedFiles(remaining?.entries ?? [], (at, length) =>
    read(remaining!.blob.slice(at, at + length)),
  );
  const remote = new Set(names);
  return {
    has: (name) => blobs.has(name) || packed.has(name) || remote.has(name),
    async ready(name) {
      if (!remote.has(name)) return;
      const failed = (): never => {
        throw new TypeError("Failed to fetch");
      };
      blobs.set(name, await fetchFile(name).catch(failed));
      remote.delete(name);
    },
    blob(name) {
      if (remote.has(name)) throw startAgain();
      let blob = blobs.get(name);
      if (!blob) blobs.set(name, (blob = new Blob([packed.take(name)])));
      return blob;
    },
  };
}

function installNetwork(site: Site, files: WorkerFiles): void {
  const locate = (url: string): Source => {
    const name = findFile(site, url);
    if (name !== null) {
      const blob = (): Blob => files.blob(name);
      const prepare = (): Promise<void> => files.ready(name);
      return { kind: "bytes", bytes: () => read(blob()), blob, type: typeOfFile(name), prepare };
    }
    if (isDataUrl(url)) return dataUrlSource(url);
    if (url.startsWith("blob:")) return blobUrlSource(url);
    const target = absoluteUrl(site, url);
    return target && target.origin === site.origin ? { kind: "missing" } : { kind: "outside" };
  };
  const sources: Sources = { locate, absolute: (url) => absoluteUrl(site, url)?.href ?? url };
  define(ownerOf("fetch"), "fetch", makeFetch(sources, log));
  // The browser would resolve against the worker's own URL, which is a blob URL.
  patchRequest((input) => absoluteUrl(site, String(input)));
  installXhr(sources, log);
  installRefusedSockets(log);
}

/** The page's databases and files. */
function installDatabases(addOn: WorkerSetup["databases"]): void {
  if (addOn === null) return hideDatabases();
  const install = (): void => {
    const { connect } = takeAddOn<DatabasesAddOn>(() => nativeImport.call(scope, addOn.url));
    const { globals, files } = connect(openDatabasePorts());
    installDatabaseGlobals(globals);
    installFiles(files, { isWorker: true });
  };
  if (addOn.late) installOnFirstUse(install);
  else install();
}

/** The blob behind a blob URL: known for this worker's own, requested from the page for all others. */
function blobUrlSource(url: string): Source {
  let blob = ownBlob(url);
  return {
    kind: "bytes",
    bytes: () => (blob ? read(blob) : new Uint8Array()),
    blob: () => blob ?? new Blob(),
    get type() {
      return blob?.type ?? "";
    },
    async prepare() {
      blob ??= (await findBlob(url)) ?? undefined;
      if (!blob) throw new TypeError("Failed to fetch");
    },
  };
}

function installImportScripts(site: Site, files: WorkerFiles): void {
  const blobUrls = new Map<string, string>();
  define(ownerOf("importScripts"), "importScripts", (...urls: unknown[]) => {
    const loadable = urls.map((url) => {
      const text = String(url);
      const name = findFile(site, text);
      if (name === null) {
        if (/^blob:/.test(text)) return text;
        // The policy refuses it here.
        const data = isDataUrl(text) ? dataUrlBlob(text) : null;
        if (data) return realm.createObjectURL(data);
        throw new DOMException(`The script at '${text}' is not in this app's package.`, "NetworkError");
      }
      let blobUrl = blobUrls.get(name);
      if (!blobUrl) {
        blobUrl = scriptUrl(name, new TextDecoder().decode(read(files.blob(name))), site);
        blobUrls.set(name, blobUrl);
      }
      return blobUrl;
    });
    nativeImport.apply(scope, loadable);
  });
}

function scriptUrl(name: string, source: string, site: Site): string {
  const text = `${rewriteLocations(source)}\n//# sourceURL=${site.origin}/${name}`;
  return realm.createObjectURL(new Blob([text], { type: "text/javascript" }));
}

function read(blob: Blob): Uint8Array<ArrayBuffer> {
  return new Uint8Array(new FileReaderSync().readAsArrayBuffer(blob));
}
