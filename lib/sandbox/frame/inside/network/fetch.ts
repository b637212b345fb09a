/** fetch for the package's own files. Shared by the page, workers and child frames. */
import { replaceConstructor } from "@/lib/sandbox/frame/look-alike";
import { refusalLine, refusalOf } from "@/lib/sandbox/frame/inside/network/refusals";
import type { Source, Sources } from "@/lib/sandbox/frame/inside/network/source";
import { untilAborted } from "@/lib/sandbox/frame/inside/network/until-aborted";

export function makeFetch(sources: Sources, log: (text: string) => void): typeof fetch {
  return async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const isRequest = input instanceof Request;
    const url = isRequest ? input.url : String(input);
    const method = (init?.method ?? (isRequest ? input.method : "GET")).toUpperCase();
    const signal = init?.signal ?? (isRequest ? input.signal : null);
    signal?.throwIfAborted();
    const source = sources.locate(url);
    if (source.kind === "outside") {
      log(refusalLine("fetch", url));
      throw new TypeError(refusalOf("fetch"));
    }
    const range = new Headers(init?.headers ?? (isRequest ? input.headers : undefined)).get("range");
    const responding = async (): Promise<Response> =>
      (method === "GET" && range === null && (await respondEarly(source, signal))) ||
      respondReady(source, method, range);
    const response = await untilAborted(responding(), signal);
    signal?.throwIfAborted();
    return withUrl(sources.absolute(url), response);
  };
}

/** Makes the response and its clones look as if they came from `url`. */
function withUrl(url: string, response: Response): Response {
  Object.defineProperties(response, {
    url: { value: url },
    type: { value: "basic" },
    clone: { value: () => withUrl(url, Response.prototype.clone.call(response)) },
  });
  return response;
}

/** Before a file is here as a whole: what reads it, such as a compiler of WebAssembly, begins meanwhile. */
async function respondEarly(source: Source, signal: AbortSignal | null): Promise<Response | null> {
  const arriving = source.kind === "bytes" && (await source.stream?.(signal));
  if (!arriving) return null;
  return new Response(arriving.body, {
    status: 200,
    statusText: "OK",
    headers: headersOf(source, arriving.size),
  });
}

async function respondReady(source: Source, method: string, range: string | null): Promise<Response> {
  await (source.kind === "bytes" ? source.prepare?.() : null);
  return respond(source, method, range);
}

function headersOf({ type }: { type: string }, size: number): Record<string, string> {
  return { "content-length": String(size), ...(type && { "content-type": type }) };
}

async function respond(source: Source, method: string, range: string | null): Promise<Response> {
  if (source.kind === "missing" || source.kind === "outside")
    return new Response("", { status: 404, statusText: "Not Found" });
  if (method !== "GET" && method !== "HEAD")
    return new Response("", { status: 405, statusText: "Method Not Allowed" });
  const body = source.kind === "blob" ? source.blob() : source.bytes();
  const size = body instanceof Blob ? body.size : body.byteLength;
  const headers = headersOf(source, size);
  if (method === "HEAD") return new Response(null, { headers });
  const part = range && /^bytes=(\d+)-(\d*)$/.exec(range);
  if (!part) return new Response(body, { status: 200, statusText: "OK", headers });
  const start = Number(part[1]);
  const end = Math.min(part[2] ? Number(part[2]) : size - 1, size - 1);
  if (start > end) return new Response("", { status: 416, headers: { "content-range": `bytes */${size}` } });
  headers["content-range"] = `bytes ${start}-${end}/${size}`;
  headers["content-length"] = String(end - start + 1);
  return new Response(body.slice(start, end + 1), { status: 206, statusText: "Partial Content", headers });
}

/** Makes `new Request(input)` resolve its URL with `resolve`. */
export function patchRequest(resolve: (input: unknown) => URL | null): void {
  const Native = Request;
  replaceConstructor("Request", (args, newTarget) => {
    const [input, ...rest] = args;
    const resolved = input instanceof Native ? input : (resolve(input)?.href ?? input);
    return Reflect.construct(Native, [resolved, ...rest], newTarget) as object;
  });
}
