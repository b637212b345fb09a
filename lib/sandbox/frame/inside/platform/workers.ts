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
  readyFile,
  textOf,
  toLoadable,
  urlOf,
} from "@/lib/sandbox/frame/inside/files";
import { EventHandlers, replaceConstructor, replaceMembers } from "@/lib/sandbox/frame/look-alike";
import { HELPER, rewriteLocations } from "@/lib/sandbox/protocol/script-locations";
import { dataUrlBlob, isDataUrl } from "@/lib/sandbox/frame/inside/network/data-url";
import { blobAt } from "@/lib/sandbox/frame/inside/network/objects";
import { resolveSpecifier, rewriteScript } from "@/lib/sandbox/frame/inside/page/modules";
import { servePort } from "@/lib/sandbox/frame/inside/platform/worker-services";
import { queryAndHash } from "@/lib/sandbox/frame/inside/paths";
import { databasesForWorker } from "@/lib/sandbox/frame/inside/saving/databases";
import { realm, wrapArgument, wrapMethod } from "@/lib/sandbox/frame/inside/realm";
import type { WorkerSetup } from "@/lib/sandbox/frame/inside/worker/setup";
import workerCode from "gum:worker-prelude";

let preludeUrl: string | null = null;

export function installWorkers(): void {
  const Native = window.Worker;
  if (!Native) return;
  const ends = new WeakMap<Worker, () => void>();

  const { postMessage } = Native.prototype;
  replaceConstructor("Worker", ([url, options], newTarget) => {
    const { name = "", ...others } = (options ?? {}) as WorkerOptions;
    const { setup, ports, end } = prepare(String(url), others);
    preludeUrl ??= realm.createObjectURL(new realm.Blob([workerCode], { type: "text/javascript" }));
    const worker = Reflect.construct(Native, [preludeUrl, { name }], newTarget) as Worker;
    (postMessage as (message: unknown, ports: Transferable[]) => void).call(worker, setup, [...ports]);
    ends.set(worker, end);
    return worker;
  });
  wrapMethod(
    Native.prototype,
    "terminate",
    (terminate) =>
      function (this: Worker) {
        terminate.call(this);
        ends.get(this)?.();
      },
  );
  installSharedWorkers(window.Worker);
  if (window.Worklet) wrapArgument(Worklet.prototype, "addModule", 0, workletUrl);
}

interface PreparedWorker {
  setup: WorkerSetup;
  ports: MessagePort[];
  end: () => void;
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
  const { port, end } = servePort(async (specifier, from) => {
    const target = fileAt(resolveSpecifier(specifier, from), from);
    if (target === null) return null;
    await readyFile(target);
    return moduleUrl(target, graph, []);
  });
  const setup: WorkerSetup = {
    page: port,
    databases: databasesForWorker(),
    origin: site.origin,
    base: file === null ? site.base : urlOf(file),
    folder: site.folder,
    mount: site.mount,
    self: file === null ? site.base : urlOf(file) + queryAndHash(resolveUrl(url)),
    main,
    module: isModule,
    ...filesForWorker(),
    modules: [...graph].map(([name, blobUrl]) => [urlOf(name), blobUrl]),
    shared: options.sharedPort !== undefined,
  };
  return { setup, ports: [...(options.sharedPort ? [options.sharedPort] : []), port], end };
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
  const calls = body.matchAll(new RegExp(`${HELPER}\\.load\\(("[^"]+"),\\s*["'\`]([^"'\`$]+)["'\`]`, "g"));
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

class SharedWorkerState {
  readonly #port: MessagePort;
  readonly #handlers: EventHandlers;
  constructor(target: EventTarget, port: MessagePort) {
    this.#port = port;
    this.#handlers = new EventHandlers(target);
  }
  get port(): MessagePort {
    return this.#port;
  }
  get onerror(): unknown {
    return this.#handlers.get("error");
  }
  set onerror(value: unknown) {
    this.#handlers.set("error", value);
  }
}

/** There is only one page to share with, so a dedicated worker that receives a `connect` event is enough. */
function installSharedWorkers(Dedicated: typeof Worker): void {
  if (!window.SharedWorker) return;
  const states = new WeakMap<object, SharedWorkerState>();
  replaceMembers(SharedWorker.prototype, SharedWorkerState, (instance) => {
    const state = states.get(instance as object);
    if (!state) throw new TypeError("Illegal invocation");
    return state;
  });
  replaceConstructor("SharedWorker", ([url, options = {}], newTarget) => {
    const { port1, port2 } = new MessageChannel();
    const given = typeof options === "string" ? { name: options } : (options as WorkerOptions);
    const worker = new Dedicated(String(url), { ...given, sharedPort: port2 } as SharedOptions);
    const target = Reflect.construct(EventTarget, [], newTarget) as EventTarget;
    states.set(target, new SharedWorkerState(target, port1));
    worker.addEventListener("error", ({ message }) =>
      target.dispatchEvent(new ErrorEvent("error", { message })),
    );
    return target;
  });
}
