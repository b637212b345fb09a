import { createHash, createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

const SECRET = "secret";
const hash = (text: string) => createHash("sha256").update(text).digest("hex");
const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();

/** Verifies the signature in a URL (AWS Signature Version 4), and its age. */
function isSigned({ method, url, headers }: IncomingMessage): boolean {
  const { pathname, searchParams } = new URL(url!, "http://store");
  const signature = searchParams.get("X-Amz-Signature");
  const date = searchParams.get("X-Amz-Date") ?? "";
  const [, day, region, service] = (searchParams.get("X-Amz-Credential") ?? "").split("/");
  const at = Date.parse(date.replace(/^(....)(..)(..T..)(..)(..Z)$/, "$1-$2-$3:$4:$5"));
  if (!signature || !(Date.now() < at + Number(searchParams.get("X-Amz-Expires")) * 1_000)) return false;
  const encode = (text: string) =>
    encodeURIComponent(text).replace(
      /[!'()*]/g,
      (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
    );
  const query = [...searchParams]
    .filter(([name]) => name !== "X-Amz-Signature")
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort();
  const request = [
    method,
    pathname,
    query.join("&"),
    `host:${headers.host}\n`,
    "host",
    "UNSIGNED-PAYLOAD",
  ].join("\n");
  const toSign = ["AWS4-HMAC-SHA256", date, `${day}/${region}/${service}/aws4_request`, hash(request)].join(
    "\n",
  );
  const key = [day!, region!, service!, "aws4_request"].reduce<string | Buffer>(hmac, `AWS4${SECRET}`);
  return hmac(key, toSign).toString("hex") === signature;
}

/** A file, or the part of it that is asked for. */
function send(file: Buffer, { method, headers }: IncomingMessage, response: ServerResponse): void {
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? "") ?? [];
  const part = from ? file.subarray(Number(from), Number(to) + 1) : file;
  if (from) response.statusCode = 206;
  response.setHeader("content-length", part.length);
  if (method !== "HEAD") response.write(part);
}

/**
 * As much of S3 as the product uses, in memory, on loopback. It wants to see signatures, and verifies those in URLs. Below
 * /public/ it is a CDN that reads the bucket.
 */
export async function startObjectStore() {
  const objects = new Map<string, { body: Buffer; headers: Record<string, string> }>();
  const reads: string[] = [];
  let state: "up" | "hung" | "failing" = "up";
  const server = createServer((request, response) => {
    if (state === "hung") return;
    if (state === "failing") return void response.writeHead(500).end();
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { pathname, searchParams } = new URL(request.url!, "http://store");
      const isPublic = pathname.startsWith("/public/");
      const found = objects.get(pathname.replace(/^\/public\//, "/gum/"));
      const isAllowed =
        (request.method === "GET" && (isPublic || isSigned(request))) ||
        request.headers.authorization?.startsWith("AWS4-HMAC-SHA256 Credential=");
      if (request.method === "GET") reads.push(pathname);
      for (const name of ["content-type", "cache-control"]) {
        const value = searchParams.get(`response-${name}`) ?? found?.headers[name];
        if (value) response.setHeader(name, value);
      }
      if (!isAllowed) response.statusCode = 403;
      else if (request.method === "PUT")
        objects.set(pathname, {
          body: Buffer.concat(chunks),
          headers: request.headers as Record<string, string>,
        });
      else if (request.method === "DELETE") response.statusCode = objects.delete(pathname) ? 204 : 404;
      else if (searchParams.has("list-type")) response.write("<ListBucketResult/>");
      else if (found) send(found.body, request, response);
      else response.statusCode = 404;
      response.end();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    /** The paths of what is kept: /bucket/area/name. */
    keys: () => [...objects.keys()],
    /** The paths that were read, in order. */
    reads,
    env: {
      S3_ENDPOINT: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      S3_BUCKET: "gum",
      S3_ACCESS_KEY_ID: "key",
      S3_SECRET_ACCESS_KEY: SECRET,
    },
    /** `hung` takes requests and never answers; those stay without an answer. */
    become: (next: typeof state) => (state = next),
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
