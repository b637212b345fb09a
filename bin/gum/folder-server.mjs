import { createHash } from "node:crypto";
import http from "node:http";

/** Of a folder's server: the same at each start, so that the browser finds the app's data again. */
const PORTS_FROM = 42_000;
const PORTS = 2_000;

const STYLE =
  "html,body{margin:0;height:100%;overflow:hidden;background:#fff}#app,iframe{width:100%;height:100%;border:0}#bars{position:fixed;inset:0 0 auto;z-index:1;font:14px/1.4 system-ui,sans-serif}#bars :empty{display:none}.bar{display:flex;flex-wrap:wrap;gap:8px 12px;align-items:center;padding:8px 12px;background:#1f1f23;color:#fff;overflow-wrap:anywhere}.bar span{flex:1 1 16rem}.bar[role=alert]{background:#b3261e}.bar a,.bar button{padding:5px 12px;border:1px solid #fff;border-radius:6px;background:none;color:#fff;font:inherit;text-decoration:none;cursor:pointer}.bar :focus-visible{outline:2px solid #fff;outline-offset:2px}";
const BARS =
  '<div id="bars"><div id="connection" class="bar" role="alert"></div><div id="problem" class="bar" role="alert"></div><div id="notice" class="bar" role="status"></div><div id="questions"></div></div>';
const PAGE = `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>gum dev</title><style>${STYLE}</style></head><body>${BARS}<div id="app"></div><script src="/page.js"></script></body></html>`;

/**
 * Serves an app's folder on this machine, in the frame that apps have everywhere: the page on localhost, the frame on 127.0.0.1,
 * which are two sites.
 *
 * Trust: other pages of the browser can send requests here. They are answered only under the two names of this machine, so that no
 * other name can lead here, and without CORS, so that no other page can read an answer.
 */
export class FolderServer {
  #code;
  #server;
  #hash;
  #port = 0;
  #app = null;
  #archive = null;
  /** Open pages. */
  #pages = new Set();

  /**
   * @param {Awaited<ReturnType<import("./local-code.mjs").loadLocalCode>>} code
   * @param {string} folder decides the port, and which data the app has
   */
  constructor(code, folder) {
    this.#code = code;
    this.#hash = createHash("sha256").update(folder).digest();
    this.#server = http.createServer((request, response) => this.#answer(request, response));
  }

  get address() {
    return `http://localhost:${this.#port}/`;
  }

  /** The port that the folder has unless something else has it. */
  get usualPort() {
    return PORTS_FROM + (this.#hash.readUInt32LE(0) % PORTS);
  }

  /** @returns {Promise<boolean>} whether it has its usual port */
  async listen() {
    const listen = (port) =>
      new Promise((resolve, reject) => {
        this.#server.once("error", reject);
        this.#server.listen(port, "127.0.0.1", () => {
          this.#server.off("error", reject);
          resolve(this.#server.address().port);
        });
      });
    this.#port = await listen(this.usualPort).catch((error) => {
      if (error.code !== "EADDRINUSE") throw error;
      return listen(0);
    });
    return this.#port === this.usualPort;
  }

  close() {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(resolve));
  }

  /** Restarts the app in all open pages. */
  show({ manifest: { name, version }, sha256, bytes }) {
    this.#archive = bytes;
    const folder = this.#hash.toString("hex", 0, 16);
    this.#app = JSON.stringify({ name, version, sha256, bytes: bytes.length, folder });
    for (const page of this.#pages) this.#tell(page);
  }

  #tell(page) {
    page.write(`data: ${this.#app}\n\n`);
  }

  #answer(request, response) {
    const { host } = request.headers;
    const page = `localhost:${this.#port}`;
    const frame = `127.0.0.1:${this.#port}`;
    const refuse = (status) => void response.writeHead(status).end();
    if (request.method !== "GET" && request.method !== "HEAD") return refuse(405);
    if (host !== page && host !== frame) return refuse(421);
    // Such as `//`, which any page can ask for.
    if (!URL.canParse(request.url, `http://${host}`)) return refuse(400);
    const url = new URL(request.url, `http://${host}`);
    if (host === frame) return url.pathname === "/sandbox/run" ? this.#sendFrame(url, response) : refuse(404);
    switch (url.pathname) {
      case "/":
        return this.#send(response, "text/html; charset=utf-8", PAGE);
      case "/page.js":
        return this.#send(response, "text/javascript; charset=utf-8", this.#code.pageCode);
      case "/changes":
        response.writeHead(200, { ...HEADERS, "content-type": "text/event-stream" });
        this.#pages.add(response);
        response.once("close", () => this.#pages.delete(response));
        return this.#tell(response);
      case "/folder.gum":
        return this.#sendArchive(url, request, response);
      default:
        return refuse(404);
    }
  }

  #send(response, type, text) {
    const frames = `http://127.0.0.1:${this.#port}/sandbox/run`;
    const policy = `default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; connect-src 'self'; frame-src ${frames}; worker-src blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
    response
      .writeHead(200, { ...HEADERS, "content-type": type, "content-security-policy": policy })
      .end(text);
  }

  #sendFrame({ searchParams: params }, response) {
    const shell = `http://localhost:${this.#port}`;
    const self = `http://127.0.0.1:${this.#port}`;
    const document = this.#code.runDocument({ params, shell, self, egressOrigin: null });
    if (!document) return void response.writeHead(400).end();
    const headers = {};
    for (const [name, value] of document.headers) (headers[name] ??= []).push(value);
    response.writeHead(200, headers).end(document.html);
  }

  /** As an instance sends packages: by ranges, with the hash as the ETag. */
  #sendArchive({ search }, request, response) {
    const { sha256 } = JSON.parse(this.#app);
    if (search !== `?${sha256}`) return void response.writeHead(404).end();
    const archive = this.#archive;
    const headers = { ...HEADERS, "content-type": "application/zip", etag: `"${sha256}"` };
    const [, from = "", to = ""] = /^bytes=(\d*)-(\d*)$/.exec(request.headers.range ?? "") ?? [];
    if (from === "" && to === "") return void response.writeHead(200, headers).end(archive);
    const start = from === "" ? Math.max(0, archive.length - Number(to)) : Number(from);
    const end = Math.min(from === "" || to === "" ? archive.length : Number(to) + 1, archive.length);
    if (start >= end)
      return void response.writeHead(416, { "content-range": `bytes */${archive.length}` }).end();
    const range = `bytes ${start}-${end - 1}/${archive.length}`;
    response.writeHead(206, { ...headers, "content-range": range }).end(archive.subarray(start, end));
  }
}

const HEADERS = {
  "cache-control": "no-store",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};
