/**
 * Workers that run scripts of the package. The browser would refuse their URLs, so each worker starts with our prelude and
 * receives the script in its first message; the app's messages queue behind it.
 */
import {
  filesForWorker,
  fileAt,
  fileOfBlobUrl,
  resolveUrl,
  site,
  textOf,
  toLoadable,
  urlOf,
} from "@/lib/sandbox/frame/inside/files";
import { HELPER, rewriteLocations } from "@/lib/sandbox/protocol/script-locations";
import { dataUrlBlob, isDataUrl } from "@/lib/sandbox/frame/inside/network/data-url";
import { blobAt } from "@/lib/sandbox/frame/inside/network/objects";
import { resolveSpecifier, rewriteScript } from "@/lib/sandbox/frame/inside/page/modules";
import { servePort } from "@/lib/sandbox/frame/inside/platform/worker-services";
import { queryAndHash } from "@/lib/sandbox/frame/inside/paths";
import { define, realm, wrapArgument } from "@/lib/sandbox/frame/inside/realm";
import type { WorkerSetup } from "@/lib/sandbox/frame/inside/worker/setup";
import workerCode from "gum:worker-prelude";

let preludeUrl: string | null = null;

export function installWorkers(): void {
  const Native = window.Worker;
  if (!Native) return;

  class PackagedWorker extends Native {
    constructor(url: string | URL, options: WorkerOptions = {}) {
      const { setup, ports } = prepare(String(url), options);
      preludeUrl ??= realm.createObjectURL(new realm.Blob([workerCode], { type: "text/javascript" }));
      super(preludeUrl, { name: options.name ?? "" });
      super.postMessage(setup, ports);
    }
  }
  Object.defineProperty(PackagedWorker, "name", { value: "Worker" });
  define(window, "Worker", PackagedWorker, false);
  define(window, "SharedWorker", sharedWorkerOver(PackagedWorker), false);
  if (window.Worklet) wrapArgument(Worklet.prototype, "addModule", 0, workletUrl);
}

interface PreparedWorker {
  setup: WorkerSetup;
  ports: MessagePort[];
}
/** `sharedPort`: the port of a shared worker, for the dedicated worker that emulates it. */
type SharedOptions = WorkerOptions & { sharedPort?: MessagePort };

function prepare(url: string, options: SharedOptions): PreparedWorker {
  const file = fileAt(url) ?? fileOfBlobUrl(url);
  const object = file === null ? (blobAt(url) ?? (isDataUrl(url) ? dataUrlBlob(url) : null)) : null;
  if (file === null && !object) {
    throw new DOMException(`Script at '${url}' is not in this app's package.`, "SecurityError");
  }
  const isModule = options.type === "module";
  const graph = new Map<string, string>();
  const main =
    file === null ? objectUrl(object!) : isModule ? moduleUrl(file, graph, []) : classicScriptUrl(file);
  const services = servePort();
  const setup: WorkerSetup = {
    page: services,
    origin: site.origin,
    base: file === null ? site.base : urlOf(file),
    folder: site.folder,
    self: file === null ? site.base : urlOf(file) + queryAndHash(resolveUrl(url)),
    main,
    module: isModule,
    ...filesForWorker(),
    modules: [...graph].map(([name, blobUrl]) => [urlOf(name), blobUrl]),
    shared: options.sharedPort !== undefined,
  };
  return { setup, ports: [...(options.sharedPort ? [options.sharedPort] : []), services] };
}

/** A worker may be made of a blob of any type, `importScripts` loads scripts alone. */
function objectUrl(object: Blob): string {
  const isScript = /^(?:text|application)\/(?:x-)?(?:java|ecma)script\b/i.test(object.type);
  return realm.createObjectURL(isScript ? object : new realm.Blob([object], { type: "text/javascript" }));
}

function classicScriptUrl(file: string): string {
  return scriptBlob(rewriteLocations(textOf(file)), file);
}

/**
 * Creates a module for a worker. Workers have no import maps, so a module's text contains the blob URLs of its imports, which
 * must be created first. Cycles are impossible that way.
 */
function moduleUrl(file: string, moduleUrls: Map<string, string>, path: string[]): string {
  const cached = moduleUrls.get(file);
  if (cached) return cached;
  if (path.includes(file)) {
    throw new TypeError(
      `Modules that import each other in a circle cannot run in a worker: ${[...path, file].join(" → ")}`,
    );
  }
  const body = rewriteScript(textOf(file), urlOf(file), (specifier, self) => {
    const target = fileAt(resolveSpecifier(specifier, self), self);
    return target === null ? specifier : moduleUrl(target, moduleUrls, [...path, file]);
  });
  for (const target of dynamicTargets(body))
    if (!path.includes(target)) moduleUrl(target, moduleUrls, [...path, file]);
  const url = scriptBlob(body, file);
  moduleUrls.set(file, url);
  return url;
}

/** Files that are imported by `import("./name.js")`; the worker looks them up in `WorkerSetup.modules`. */
function dynamicTargets(body: string): string[] {
  const calls = body.matchAll(new RegExp(`${HELPER}\\.spec\\(("[^"]+"),\\s*["'\`]([^"'\`$]+)["'\`]`, "g"));
  return [...calls].flatMap(
    ([, self, specifier]) => fileAt(resolveSpecifier(specifier!, JSON.parse(self!) as string)) ?? [],
  );
}

function workletUrl(url: unknown): string {
  const file = fileAt(url);
  return file === null ? toLoadable(String(url)) : moduleUrl(file, new Map(), []);
}

function scriptBlob(text: string, file: string): string {
  return realm.createObjectURL(
    new realm.Blob([`${text}\n//# sourceURL=${urlOf(file)}`], { type: "text/javascript" }),
  );
}

/** There is only one page to share with, so a dedicated worker that receives a `connect` event is enough. */
function sharedWorkerOver(Dedicated: typeof Worker): unknown {
  return class SharedWorker extends EventTarget {
    readonly port: MessagePort;
    onerror: ((event: Event) => void) | null = null;
    constructor(url: string | URL, options: string | WorkerOptions = {}) {
      super();
      const channel = new MessageChannel();
      this.port = channel.port1;
      const workerOptions = typeof options === "string" ? { name: options } : options;
      const worker = new Dedicated(url, { ...workerOptions, sharedPort: channel.port2 } as SharedOptions);
      worker.addEventListener("error", (event) => {
        this.dispatchEvent(new ErrorEvent("error", { message: event.message }));
        this.onerror?.(event);
      });
    }
  };
}
