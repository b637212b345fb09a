/** The page's network APIs: they read the package's files and the app's blobs, and refuse everything else with a clear message. */
import {
  bytesOf,
  blobOf,
  fileAt,
  fileOfBlobUrl,
  readyFile,
  resolveUrl,
  site,
  streamOf,
} from "@/lib/sandbox/frame/inside/files";
import { dataUrlSource, isDataUrl } from "@/lib/sandbox/frame/inside/network/data-url";
import { makeFetch } from "@/lib/sandbox/frame/inside/network/fetch";
import { patchObjectUrls, blobAt } from "@/lib/sandbox/frame/inside/network/objects";
import { refusalLine } from "@/lib/sandbox/frame/inside/network/refusals";
import { installRefusedSockets } from "@/lib/sandbox/frame/inside/network/sockets";
import type { Source, Sources } from "@/lib/sandbox/frame/inside/network/source";
import { installXhr } from "@/lib/sandbox/frame/inside/network/xhr";
import { typeOfFile } from "@/lib/sandbox/frame/inside/paths";
import { appConsole, wrapMethod } from "@/lib/sandbox/frame/inside/realm";

const sources: Sources = { locate, absolute: (url) => resolveUrl(url)?.href ?? url };

function locate(url: string): Source {
  const file = fileAt(url) ?? fileOfBlobUrl(url);
  if (file !== null) {
    return {
      kind: "bytes",
      bytes: () => bytesOf(file),
      blob: () => blobOf(file),
      type: typeOfFile(file),
      prepare: () => readyFile(file),
      stream: (signal) => streamOf(file, signal),
    };
  }
  if (isDataUrl(url)) return dataUrlSource(url);
  const object = blobAt(url);
  if (object) return { kind: "blob", blob: () => object, type: object.type };
  const target = resolveUrl(url);
  return target && (target.origin === site.origin || target.protocol === "blob:")
    ? { kind: "missing" }
    : { kind: "outside" };
}

export function patchNetwork(): void {
  patchObjectUrls();
  // Through the app's console, so that the person's terminal shows it too.
  const logError = (text: string): void => appConsole.error(text);
  const packageFetch = makeFetch(sources, logError);
  wrapMethod(window, "fetch", () => (input, init) => packageFetch(input, init));
  installXhr(sources, logError);
  installRefusedSockets(logError);
  wrapMethod(Navigator.prototype, "sendBeacon", () => (url) => {
    logError(refusalLine("sendBeacon", url));
    return false;
  });
}
