/**
 * A replacement for XMLHttpRequest, which the policy blocks, synchronous requests included. Shared by the page, workers and
 * child frames.
 */
import { replaceMembers } from "@/lib/sandbox/frame/look-alike";
import { refusalLine, refusalOf } from "@/lib/sandbox/frame/inside/network/refusals";
import type { Source, Sources } from "@/lib/sandbox/frame/inside/network/source";

const RESPONSE_TYPES = ["", "text", "arraybuffer", "blob", "json", "document"];

/**
 * Replaces what XMLHttpRequest does. The objects stay native, with their own event handlers and constants, but never send
 * anything themselves.
 */
export function installXhr(sources: Sources, log: (text: string) => void): void {
  const native = XMLHttpRequest.prototype;
  const { get: isRequest } = Object.getOwnPropertyDescriptor(native, "readyState")!;
  const { dispatchEvent } = EventTarget.prototype;
  const requests = new WeakMap<object, Request>();

  class Request {
    readonly #target: EventTarget;
    #readyState = 0;
    #status = 0;
    #statusText = "";
    #responseURL = "";
    #timeout = 0;
    #withCredentials = false;
    #method = "GET";
    #url = "";
    #async = true;
    #type: XMLHttpRequestResponseType = "";
    #mime = "";
    #mimeOverride = "";
    #body: Uint8Array<ArrayBuffer> | null = null;
    #headers = new Map<string, string>();
    #response: unknown = undefined;
    /** Incremented by each open and abort, so that stale responses are dropped. */
    #requestNumber = 0;

    constructor(target: EventTarget) {
      this.#target = target;
    }

    get readyState(): number {
      return this.#readyState;
    }
    get status(): number {
      return this.#status;
    }
    get statusText(): string {
      return this.#statusText;
    }
    get responseURL(): string {
      return this.#responseURL;
    }
    get timeout(): number {
      return this.#timeout;
    }
    set timeout(value: number) {
      this.#timeout = value >>> 0;
    }
    get withCredentials(): boolean {
      return this.#withCredentials;
    }
    set withCredentials(value: boolean) {
      this.#withCredentials = Boolean(value);
    }
    get responseType(): XMLHttpRequestResponseType {
      return this.#type;
    }
    set responseType(value: XMLHttpRequestResponseType) {
      if (RESPONSE_TYPES.includes(value)) this.#type = value;
    }

    open(method: string, url: string | URL, async = true): void {
      this.#requestNumber += 1;
      this.#method = String(method).toUpperCase();
      this.#url = String(url);
      this.#async = async !== false;
      this.#clear();
      this.#setReadyState(1);
    }

    setRequestHeader(): void {
      if (this.#readyState !== 1)
        throw new DOMException("The object's state must be OPENED.", "InvalidStateError");
    }

    overrideMimeType(type: string): void {
      this.#mimeOverride = String(type);
    }

    getResponseHeader(name: string): string | null {
      return this.#headers.get(String(name).toLowerCase()) ?? null;
    }

    getAllResponseHeaders(): string {
      return [...this.#headers].map(([name, value]) => `${name}: ${value}\r\n`).join("");
    }

    send(): void {
      if (this.#readyState !== 1)
        throw new DOMException("The object's state must be OPENED.", "InvalidStateError");
      const source = sources.locate(this.#url);
      if (source.kind === "outside") log(refusalLine("XMLHttpRequest", this.#url));
      if (!this.#async) {
        this.#finishSync(source);
        return;
      }
      const requestNumber = this.#requestNumber;
      this.#fireProgress("loadstart", 0);
      const finish = (from: Source, bytes: Uint8Array<ArrayBuffer> | null): void =>
        void setTimeout(() => requestNumber === this.#requestNumber && this.#finish(from, bytes));
      this.#bytesOf(source).then(
        (bytes) => finish(source, bytes),
        () => finish({ kind: "outside" }, null),
      );
    }

    abort(): void {
      this.#requestNumber += 1;
      const wasPending = this.#readyState > 1 && this.#readyState < 4;
      this.#clear();
      if (wasPending) {
        this.#setReadyState(4);
        this.#fireProgress("abort", 0);
        this.#fireProgress("loadend", 0);
      }
      this.#readyState = 0;
    }

    get responseText(): string {
      if (this.#type && this.#type !== "text") {
        throw new DOMException(
          `The value is only accessible if responseType is '' or 'text' (was '${this.#type}').`,
          "InvalidStateError",
        );
      }
      return this.#body && this.#readyState >= 3 ? this.#text() : "";
    }

    get responseXML(): Document | null {
      if (this.#readyState !== 4 || !this.#body || typeof DOMParser === "undefined") return null;
      const isHtml = /html/.test(this.#mime) || this.#type === "document";
      const type =
        /xml|svg/.test(this.#mime) && !/html/.test(this.#mime) ? "text/xml" : isHtml ? "text/html" : null;
      return type && new DOMParser().parseFromString(this.#text(), type);
    }

    get response(): unknown {
      if (this.#type === "" || this.#type === "text") return this.responseText;
      if (this.#readyState !== 4 || !this.#body) return null;
      if (this.#response === undefined) this.#response = this.#convert(this.#body);
      return this.#response;
    }

    #convert(body: Uint8Array<ArrayBuffer>): unknown {
      if (this.#type === "arraybuffer") return body.buffer;
      if (this.#type === "blob") return new Blob([body], { type: this.#mime });
      if (this.#type === "document") return this.responseXML;
      try {
        return JSON.parse(this.#text());
      } catch {
        return null;
      }
    }

    async #bytesOf(source: Source): Promise<Uint8Array<ArrayBuffer> | null> {
      if (source.kind === "bytes") {
        await source.prepare?.();
        return source.bytes();
      }
      return source.kind === "blob" ? new Uint8Array(await source.blob().arrayBuffer()) : null;
    }

    #finishSync(source: Source): void {
      if (source.kind === "outside" || source.kind === "blob") {
        this.#readyState = 4;
        const message =
          source.kind === "outside"
            ? refusalOf("XMLHttpRequest")
            : "An object URL cannot be read synchronously here.";
        throw new DOMException(message, "NetworkError");
      }
      this.#setResponse(source, source.kind === "bytes" ? source.bytes() : null);
      this.#setReadyState(4);
      this.#fireProgress("load", this.#body!.byteLength);
      this.#fireProgress("loadend", this.#body!.byteLength);
    }

    #finish(source: Source, bytes: Uint8Array<ArrayBuffer> | null): void {
      if (source.kind === "outside") {
        this.#setReadyState(4);
        this.#fireProgress("error", 0);
        this.#fireProgress("loadend", 0);
        return;
      }
      this.#setResponse(source, bytes);
      const length = this.#body!.byteLength;
      this.#setReadyState(2);
      this.#setReadyState(3);
      this.#fireProgress("progress", length);
      this.#setReadyState(4);
      this.#fireProgress("load", length);
      this.#fireProgress("loadend", length);
    }

    #setResponse(source: Source, bytes: Uint8Array<ArrayBuffer> | null): void {
      const found = source.kind === "bytes" || source.kind === "blob";
      const allowed = this.#method === "GET" || this.#method === "HEAD";
      this.#responseURL = sources.absolute(this.#url);
      this.#status = !found ? 404 : allowed ? 200 : 405;
      this.#statusText = !found ? "Not Found" : allowed ? "OK" : "Method Not Allowed";
      this.#body = found && this.#method === "GET" && bytes ? bytes : new Uint8Array();
      const type = found ? source.type : "text/plain";
      this.#mime = this.#mimeOverride || type;
      if (type) this.#headers.set("content-type", type);
      this.#headers.set("content-length", String(bytes?.byteLength ?? 0));
    }

    #text(): string {
      const charset = /charset=["']?([^;"'\s]+)/i.exec(this.#mime)?.[1] ?? "utf-8";
      if (/^x-user-defined$/i.test(charset)) {
        return Array.from(this.#body!, (byte) => String.fromCharCode(byte < 128 ? byte : 0xf700 + byte)).join(
          "",
        );
      }
      try {
        return new TextDecoder(charset).decode(this.#body!);
      } catch {
        return new TextDecoder().decode(this.#body!);
      }
    }

    #clear(): void {
      this.#status = 0;
      this.#statusText = "";
      this.#body = null;
      this.#response = undefined;
      this.#headers.clear();
    }

    #dispatch(event: Event): void {
      dispatchEvent.call(this.#target, event);
    }

    #setReadyState(state: number): void {
      this.#readyState = state;
      this.#dispatch(new Event("readystatechange"));
    }

    #fireProgress(type: string, loaded: number): void {
      this.#dispatch(new ProgressEvent(type, { lengthComputable: loaded > 0, loaded, total: loaded }));
    }
  }
  replaceMembers<Request>(native, Request, (instance) => {
    const known = requests.get(instance as object);
    if (known) return known;
    // Throws the browser's own error for an invalid request.
    isRequest!.call(instance);
    const request = new Request(instance as EventTarget);
    requests.set(instance as object, request);
    return request;
  });
}
