import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { Fault } from "../launcher/fault.mjs";

const ATTEMPTS = 4;
const pauseBefore = (attempt) => sleep(100 * 4 ** attempt);
/** A request may take this long, and longer for what it carries: fifty kilobytes a second are enough. */
const REQUEST_MS = 60_000;
const BYTES_PER_MS = 50;
const PAGE = 1_000;

export const sha256 = (bytes) => createHash("sha256").update(bytes).digest("hex");

/** The SHA-256 of a stream. */
export async function sha256Of(stream) {
  const hash = createHash("sha256");
  for await (const chunk of stream) hash.update(chunk);
  return hash.digest("hex");
}

/** The connection broke in the middle of an object. */
class CutOff extends Fault {}

/** Runs `work` again, from the beginning, where an object that it reads breaks off. */
export async function rereading(work) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof CutOff) || attempt === ATTEMPTS) throw error;
      await pauseBefore(attempt);
    }
  }
}

const reasonOf = (error) => error.cause?.code ?? error.cause?.message ?? error.message;

/** Runs `work` for each item, `atOnce` of them at a time; the first failure ends it. */
export async function eachOf(items, atOnce, work) {
  const iterator = items[Symbol.asyncIterator]?.() ?? items[Symbol.iterator]();
  let failure;
  const lane = async () => {
    while (!failure) {
      const { done, value } = await iterator.next();
      if (done) return;
      await work(value);
    }
  };
  const lanes = Array.from({ length: atOnce }, () => lane().catch((error) => (failure ??= error)));
  await Promise.all(lanes);
  if (failure) throw failure;
}

const unescapeXml = (text) =>
  text.replace(
    /&(amp|lt|gt|quot|apos);/g,
    (_, name) => ({ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" })[name],
  );
const tagIn = (text, name) => {
  const value = new RegExp(`<${name}>([^<]*)</${name}>`).exec(text)?.[1];
  return value === undefined ? undefined : unescapeXml(value);
};

const textOf = (response) => response.text();

/**
 * A bucket of an S3-compatible store, with the addressing of lib/files/s3-file-store.ts. Bodies are streamed; what fails
 * on the way is sent or read again from its beginning.
 */
export function openBucket({ endpoint, bucket, region, accessKeyId, secretAccessKey }) {
  if (!URL.canParse(endpoint ?? "") || !accessKeyId || !secretAccessKey)
    throw new Fault(`The endpoint or the credentials of the bucket ${bucket} are not set.`);
  const base = `${endpoint.replace(/\/$/, "")}/${bucket}`;
  let client;

  async function send({ method, key, headers, size, body }) {
    const { AwsClient } = await import("aws4fetch");
    client ??= new AwsClient({ accessKeyId, secretAccessKey, region: region || "auto", service: "s3" });
    // aws4fetch would sign the body only if it held it; its hash comes as a header.
    const signed = await client.sign(`${base}/${key}`, { method, headers });
    const source = body ? await body() : undefined;
    return fetch(signed.url, {
      method,
      headers: { ...Object.fromEntries(signed.headers), ...(source && { "content-length": String(size) }) },
      body: source instanceof Readable ? Readable.toWeb(source) : source,
      duplex: "half",
      signal: AbortSignal.timeout(REQUEST_MS + Math.ceil((size ?? 0) / BYTES_PER_MS)),
    });
  }

  /** @returns the response, also of refusals, with what `read` made of it; its status is below 500 */
  async function call(request) {
    let problem;
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      if (attempt > 0) await pauseBefore(attempt);
      try {
        const response = await send(request);
        if (response.status < 500 && response.status !== 429)
          return { response, content: await (response.ok ? request.read?.(response) : response.text()) };
        problem = `answered ${response.status}`;
        await response.body?.cancel();
      } catch (error) {
        for (let cause = error; cause; cause = cause.cause)
          if (cause instanceof Fault && !(cause instanceof CutOff)) throw cause;
        problem = `cannot be reached: ${reasonOf(error)}`;
      }
    }
    throw new Fault(
      `The object store ${problem} (${request.method} ${bucket}/${request.key.split("?")[0]}).`,
    );
  }

  /** @returns null for a 404; otherwise the response, or what `read` made of it */
  async function need(request) {
    const { response, content } = await call(request);
    if (response.ok) return request.read ? content : response;
    const code = tagIn(content, "Code") ?? "";
    if (response.status === 404 && code !== "NoSuchBucket") return null;
    const { method, key } = request;
    throw new Fault(
      `The object store answered ${response.status} ${code} to ${method} ${bucket}/${key.split("?")[0]}.`,
    );
  }

  async function* bodyOf(response, key) {
    try {
      yield* response.body;
    } catch (error) {
      throw new CutOff(`The object store broke off: ${reasonOf(error)} (GET ${bucket}/${key}).`, {
        cause: error,
      });
    }
  }

  return {
    endpoint: endpoint.replace(/\/$/, ""),
    bucket,
    /** @yields {{ key: string, size: number, at: number }} `at`: by the clock of the store */
    async *list(prefix = "") {
      let token = "";
      do {
        const next = token && `&continuation-token=${encodeURIComponent(token)}`;
        const key = `?list-type=2&max-keys=${PAGE}&prefix=${encodeURIComponent(prefix)}${next}`;
        const text = await need({ method: "GET", key, read: textOf });
        if (text === null) throw new Fault(`There is no bucket ${bucket}.`);
        for (const [, entry] of text.matchAll(/<Contents>(.*?)<\/Contents>/gs))
          yield {
            key: tagIn(entry, "Key"),
            size: Number(tagIn(entry, "Size")),
            at: Date.parse(tagIn(entry, "LastModified")),
          };
        token = tagIn(text, "NextContinuationToken") ?? "";
      } while (token);
    },
    /** What breaks off in it can be read again: see `rereading`. @returns {Promise<Readable | null>} */
    async open(key, size) {
      const response = await need({ method: "GET", key, size });
      return response && Readable.from(bodyOf(response, key), { objectMode: false });
    },
    get: (key) =>
      need({ method: "GET", key, read: async (response) => Buffer.from(await response.arrayBuffer()) }),
    /** @returns the size; null if there is no such object */
    async size(key) {
      const response = await need({ method: "HEAD", key });
      return response && Number(response.headers.get("content-length"));
    },
    /** Writes bytes. @returns the time at the store */
    async put(key, bytes, headers) {
      const response = await need({
        method: "PUT",
        key,
        size: bytes.length,
        body: () => bytes,
        headers: { ...headers, "x-amz-content-sha256": sha256(bytes) },
      });
      if (!response) throw new Fault(`There is no bucket ${bucket}.`);
      return Date.parse(response.headers.get("date") ?? "") || Date.now();
    },
    /** Writes what `open` reads. With its SHA-256 the store can verify what arrived. */
    async putFrom(key, { size, hash, open, headers }) {
      const signed = hash && { "x-amz-content-sha256": hash };
      const response = await need({
        method: "PUT",
        key,
        size,
        body: open,
        headers: { ...headers, ...signed },
      });
      if (!response) throw new Fault(`There is no bucket ${bucket}.`);
    },
    /**
     * Lets the store copy an object of another bucket.
     * @returns {Promise<"copied" | "missing" | "refused">}
     */
    async copy(key, from) {
      const headers = { "x-amz-copy-source": `/${from.bucket}/${from.key}` };
      const { response, content: text } = await call({ method: "PUT", key, headers, read: textOf });
      // A copy that fails late is a 200, too.
      if (response.ok && text.includes("<CopyObjectResult")) return "copied";
      return tagIn(text, "Code") === "NoSuchKey" ? "missing" : "refused";
    },
    delete: async (key) => void (await need({ method: "DELETE", key })),
  };
}
