import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A file, or the part of it that is asked for. */
function send(file: Buffer, { method, headers }: IncomingMessage, response: ServerResponse): void {
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? "") ?? [];
  const part = from ? file.subarray(Number(from), Number(to) + 1) : file;
  if (from) response.statusCode = 206;
  response.setHeader("content-length", part.length);
  if (method !== "HEAD") response.write(part);
}

/** As much of S3 as the product uses, in memory, on loopback. It wants to see signatures but does not verify them. */
export async function startObjectStore() {
  const objects = new Map<string, Buffer>();
  let state: "up" | "hung" | "failing" = "up";
  const server = createServer((request, response) => {
    if (state === "hung") return;
    if (state === "failing") return void response.writeHead(500).end();
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { pathname, searchParams } = new URL(request.url!, "http://store");
      const found = objects.get(pathname);
      if (!request.headers.authorization?.startsWith("AWS4-HMAC-SHA256 Credential="))
        response.statusCode = 403;
      else if (request.method === "PUT") objects.set(pathname, Buffer.concat(chunks));
      else if (request.method === "DELETE") response.statusCode = objects.delete(pathname) ? 204 : 404;
      else if (searchParams.has("list-type")) response.write("<ListBucketResult/>");
      else if (found) send(found, request, response);
      else response.statusCode = 404;
      response.end();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    /** The paths of what is kept: /bucket/area/name. */
    keys: () => [...objects.keys()],
    env: {
      S3_ENDPOINT: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      S3_BUCKET: "gum",
      S3_ACCESS_KEY_ID: "key",
      S3_SECRET_ACCESS_KEY: "secret",
    },
    /** `hung` takes requests and never answers; those stay without an answer. */
    become: (next: typeof state) => (state = next),
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
