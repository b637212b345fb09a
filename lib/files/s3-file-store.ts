import "server-only";
import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { setImmediate as otherWork, setTimeout as pause } from "node:timers/promises";
import { AwsClient } from "aws4fetch";
import { inSpan } from "@/lib/infra/tracing";
import { AppError } from "@/lib/shared/errors";
import { type ByteRange, type FilePage, type FileStore, isFileKey, typeOfKey } from "./file-key";

const READ_MS = 5_000;
const WRITE_MS = 10_000;
const CHECK_MS = 1_000;
/** Extra time for large files: assumes a megabyte per second. */
const BYTES_PER_MS = 1_000;
/**
 * Circuit breaker: after this many consecutive failures, calls fail at once and one is tried every `PAUSE_MS`, so that
 * a page with thirty pictures does not wait for each.
 */
const FAILURES_MAX = 3;
const PAUSE_MS = 2_000;

const RETRIES = 1;
/** Doubles with each retry. Half of it is random, so that what failed together is not retried together. */
const BACKOFF_MS = 100;
const WHOLE_MAX_BYTES = 1024 * 1024;
const PIECE_BYTES = 256 * 1024;

const FOREVER = "public, max-age=31536000, immutable";
const CDN_SECONDS = 24 * 60 * 60;
/** A paused video resumes with the same URL. */
const SIGNED_SECONDS = 12 * 60 * 60;
/** Stores refuse a request whose time is 15 minutes off. */
const SKEW_MS = 5 * 60 * 1_000;

/**
 * Files in an S3-compatible store with path-style URLs (`endpoint/bucket/key`). Its methods throw AppError unavailable
 * while the store fails or hangs: never call them in a transaction, which would hold its connection meanwhile.
 * @throws Error if the endpoint or credentials are missing
 */
export function s3FileStore(config: {
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** At most one of the two: see `publicAddress`. */
  cdnUrl?: string | undefined;
  presignedEndpoint?: string | undefined;
}): FileStore {
  if (!URL.canParse(config.endpoint) || !config.accessKeyId || !config.secretAccessKey) {
    throw new Error(
      "S3_BUCKET is set: S3_ENDPOINT, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY are needed too.",
    );
  }
  const client = new AwsClient({ ...config, service: "s3" });
  const clock = new StoreClock();
  const base = `${withoutSlash(config.endpoint)}/${config.bucket}`;

  let failures = 0;
  let triedAt = 0;

  type Call = { method?: string; key: string; body?: Uint8Array; ms?: number; range?: ByteRange };
  type Taken<T> = { found: false } | { found: true; value: T };

  type Take<T> = (response: Response, aborter: AbortController) => Promise<T> | T;

  /** @param take reads the response, which can hang, too */
  function call<T>(operation: string, request: Call, take: Take<T>): Promise<Taken<T>> {
    const { method = "GET", key } = request;
    // Only the key's area: names give access to files.
    const attributes = { "http.request.method": method, "gum.files.area": key.split(/[/?]/)[0]! };
    return inSpan(`S3 ${method}`, attributes, (add) =>
      send(operation, request, (response, aborter) => {
        add({ "http.response.status_code": response.status });
        return take(response, aborter);
      }),
    );
  }

  async function send<T>(
    operation: string,
    { method = "GET", key, body, ms = READ_MS, range }: Call,
    take: Take<T>,
  ): Promise<Taken<T>> {
    if (failures >= FAILURES_MAX && performance.now() - triedAt < PAUSE_MS) throw unavailable();
    triedAt = performance.now();
    let timer: NodeJS.Timeout | undefined;
    try {
      const aborter = new AbortController();
      const abortIn = (limit: number) => setTimeout(() => aborter.abort(), limit);
      timer = abortIn(ms + (body?.length ?? 0) / BYTES_PER_MS);
      const response = await sendSigned(client, clock, `${base}/${key}`, {
        method,
        body,
        signal: aborter.signal,
        headers: {
          ...(range && { range: `bytes=${range.start}-${range.end}` }),
          ...(body && storedHeaders(key)),
        },
      });
      clearTimeout(timer);
      timer = abortIn(ms + Number(response.headers.get("content-length") ?? 0) / BYTES_PER_MS);
      if (!response.ok && response.status !== 404)
        throw new Error(`The object store answered ${response.status} to ${operation}.`);
      if (!response.ok) await response.arrayBuffer();
      const taken: Taken<T> = response.ok
        ? { found: true, value: await take(response, aborter) }
        : { found: false };
      failures = 0;
      return taken;
    } catch (error) {
      failures++;
      throw unavailable(error);
    } finally {
      clearTimeout(timer);
    }
  }

  function checked(key: string): string {
    if (!isFileKey(key)) throw new Error("not a file key");
    return key;
  }

  return {
    async put(key, bytes) {
      const request = { method: "PUT", key: checked(key), body: bytes, ms: WRITE_MS };
      // The bucket does not exist.
      if (!(await call("a write", request, wholeBody)).found) throw unavailable();
    },
    async get(key) {
      const read = await call("a read", { key: checked(key) }, wholeBody);
      return read.found ? read.value : null;
    },
    async has(key) {
      return (await call("a look", { method: "HEAD", key: checked(key) }, wholeBody)).found;
    },
    async size(key) {
      const looked = await call("a look", { method: "HEAD", key: checked(key) }, ({ headers }) =>
        Number(headers.get("content-length")),
      );
      return looked.found ? looked.value : null;
    },
    async stream(key, range) {
      const read = await call("a read", { key: checked(key), range }, (response, aborter) => {
        if (response.status !== 206 || !response.body)
          throw new Error("The object store does not read parts of files.");
        return impatient(response.body, aborter);
      });
      return read.found ? read.value : null;
    },
    async delete(key) {
      await call("a removal", { method: "DELETE", key: checked(key) }, wholeBody);
    },
    async list(area, after, limit) {
      const query = new URLSearchParams({ "list-type": "2", prefix: `${area}/`, "max-keys": String(limit) });
      if (after) query.set("start-after", after);
      const read = await call("a listing", { key: `?${query}` }, (response) => response.text());
      // The bucket does not exist.
      if (!read.found) throw unavailable();
      return pageOf(read.value);
    },
    // Object writes are atomic. A lifecycle rule removes orphaned upload parts (docs/deploy.md).
    removeStaleParts: () => Promise.resolve(0),
    async check() {
      const request = { key: "?list-type=2&max-keys=1", ms: CHECK_MS };
      if (!(await call("a listing", request, wholeBody)).found) throw unavailable();
    },
    checkSpace: () => Promise.resolve(),
    async publicAddress(key) {
      if (config.cdnUrl)
        return { url: `${withoutSlash(config.cdnUrl)}/${checked(key)}`, validSeconds: CDN_SECONDS };
      if (!config.presignedEndpoint) return null;
      const url = new URL(`${withoutSlash(config.presignedEndpoint)}/${config.bucket}/${checked(key)}`);
      url.searchParams.set("X-Amz-Expires", String(SIGNED_SECONDS));
      // Files of earlier versions were stored without their type.
      for (const [name, value] of Object.entries(storedHeaders(key)))
        url.searchParams.set(`response-${name}`, value);
      const datetime = signatureTime(clock.now());
      const signed = await client.sign(url, { aws: { signQuery: true, datetime } });
      return { url: signed.url, validSeconds: SIGNED_SECONDS };
    },
  };
}

const XML_SIGNS: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function tagIn(xml: string, name: string): string {
  const [, text = ""] = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml) ?? [];
  return text.replace(/&(amp|lt|gt|quot|apos);/g, (_, sign: string) => XML_SIGNS[sign]!);
}

/** The answer of ListObjectsV2. */
function pageOf(xml: string): FilePage {
  const all = [...xml.matchAll(/<Contents>([^]*?)<\/Contents>/g)].map(([, each]) => ({
    key: tagIn(each!, "Key"),
    writtenAt: new Date(tagIn(each!, "LastModified")),
  }));
  const files = all.filter(({ key, writtenAt }) => isFileKey(key) && !Number.isNaN(writtenAt.getTime()));
  return { files, next: tagIn(xml, "IsTruncated") === "true" ? (all.at(-1)?.key ?? null) : null };
}

const withoutSlash = (url: string): string => url.replace(/\/$/, "");

/** What the store sends with a file that browsers read from it directly. Keys are never reused. */
function storedHeaders(key: string): Record<string, string> {
  const type = typeOfKey(key);
  return type ? { "content-type": type, "cache-control": FOREVER } : {};
}

function* piecesOf(bytes: Uint8Array): Generator<Uint8Array<ArrayBuffer>> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES)
    yield bytes.subarray(at, at + PIECE_BYTES) as Uint8Array<ArrayBuffer>;
}

/** Large bodies in pieces, because `fetch` copies the bytes that it is given. */
function streamed(body: Uint8Array): BodyInit {
  if (body.length <= WHOLE_MAX_BYTES) return body as Uint8Array<ArrayBuffer>;
  return Readable.toWeb(Readable.from(piecesOf(body))) as ReadableStream<Uint8Array>;
}

async function hashInPieces(body: Uint8Array): Promise<string> {
  const hash = createHash("sha256");
  for (const piece of piecesOf(body)) {
    hash.update(piece);
    await otherWork();
  }
  return hash.digest("hex");
}

/** Follows the store's clock, by which it checks signatures: this machine's may be wrong. */
class StoreClock {
  #offset = 0;

  now(): number {
    return Date.now() + this.#offset;
  }

  /** Adjusts to the time of a refusal. @returns whether the clock may be its reason */
  adjust(response: Response, signedFor: number): boolean {
    const time = Date.parse(response.headers.get("date") ?? "");
    if (response.status !== 403 || Number.isNaN(time)) return false;
    this.#offset = time - Date.now();
    return Math.abs(time - signedFor) > SKEW_MS;
  }
}

/** For example 20261128T120000Z. */
const signatureTime = (ms: number): string => new Date(ms).toISOString().replace(/[:-]|\.\d{3}/g, "");

/**
 * `client.fetch`, except that a large body is not copied, and that its signal aborts: `client.fetch` makes a `Request`, which
 * Node stops listening to the signal for once it has collected garbage. The store compares what arrives with its SHA-256.
 */
async function sendSigned(
  client: AwsClient,
  clock: StoreClock,
  url: string,
  request: { method: string; body?: Uint8Array; signal: AbortSignal; headers: Record<string, string> },
): Promise<Response> {
  const { method, body, signal } = request;
  const headers = { ...request.headers, ...(body && { "x-amz-content-sha256": await hashInPieces(body) }) };
  for (let attempt = 0; ; attempt++) {
    const signedFor = clock.now();
    const aws = { datetime: signatureTime(signedFor) };
    const signed = await client.sign(url, { method, headers, aws });
    const isLast = attempt === RETRIES;
    // Also when the connection breaks off, as one does that the store closes after a while: a repeated write is the same file.
    const response = await fetch(signed.url, {
      method,
      // Stores take no body of unknown length.
      headers: {
        ...Object.fromEntries(signed.headers),
        ...(body && { "content-length": String(body.length) }),
      },
      body: body && streamed(body),
      duplex: "half",
      signal,
    } as RequestInit).catch((error: unknown) => {
      if (isLast || signal.aborted) throw error;
    });
    const isSkewed = response && clock.adjust(response, signedFor);
    if (response && (isLast || (response.status < 500 && response.status !== 429 && !isSkewed)))
      return response;
    await response?.body?.cancel();
    if (isSkewed) continue;
    await pause(BACKOFF_MS * 2 ** attempt * (0.5 + Math.random() / 2), undefined, { signal });
  }
}

async function wholeBody(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await response.arrayBuffer());
}

/** A body whose reader may take as long as it likes, and whose sender may not. */
function impatient(body: ReadableStream<Uint8Array>, aborter: AbortController): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const timer = setTimeout(() => aborter.abort(), READ_MS);
      try {
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      } finally {
        clearTimeout(timer);
      }
    },
    cancel: () => aborter.abort(),
  });
}

function unavailable(cause?: unknown): AppError {
  return new AppError("unavailable", {
    cause,
    retryAfter: 5,
    message: "Files cannot be reached at the moment. Please try again.",
  });
}
