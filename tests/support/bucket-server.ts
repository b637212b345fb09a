import { once } from "node:events";
import fs from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import S3rver from "s3rver";
import { keepWholeObjects } from "./whole-objects.mjs";

type Sent = { method: string; path: string; bytes: number; isCopy: boolean };

/** Sends the first half of what is written, and then breaks the connection. */
function cutOff(response: ServerResponse) {
  const write = response.write.bind(response);
  const half = (chunk: unknown) => {
    const bytes = Buffer.from((chunk ?? "") as Buffer);
    write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => response.socket?.destroySoon());
    return false;
  };
  response.write = half;
  response.end = (chunk: unknown) => {
    if (chunk) half(chunk);
    return response;
  };
}

/** An S3 server with its objects on disk, which verifies signatures; it notes what it is sent. */
export async function startBucketServer(names: string[]) {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), "gum-buckets-"));
  const configureBuckets = names.map((name) => ({ name }));
  const s3 = new S3rver({ directory, silent: true, vhostBuckets: false, configureBuckets });
  keepWholeObjects(s3);
  await s3.configureBuckets();
  const answer = s3.callback();
  const requests: Sent[] = [];
  type How = "answer" | "refuse" | "cut";
  let onRequest: (request: IncomingMessage) => How | Promise<How> = () => "answer";
  // On a busy machine a client may just be sending on a connection that is closed because it was idle.
  const server = createServer({ keepAliveTimeout: 65_000 }, async (request, response) => {
    const sent = {
      method: request.method!,
      path: request.url!,
      bytes: Number(request.headers["content-length"] ?? 0),
      isCopy: "x-amz-copy-source" in request.headers,
    };
    requests.push(sent);
    const how = await onRequest(request);
    if (how === "cut") cutOff(response);
    if (how !== "refuse") answer(request, response);
    else response.writeHead(403).end("<Error><Code>AccessDenied</Code></Error>");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    endpoint,
    credentials: { accessKeyId: "S3RVER", secretAccessKey: "S3RVER" },
    /** In order; tests empty it. */
    requests,
    /** Decides about each request, now or later. */
    answerWith: (decide: typeof onRequest) => (onRequest = decide),
    /** Holds the next request of that kind. @returns resolves with its release once it is there */
    hold: (isIt: (request: IncomingMessage) => boolean) =>
      new Promise<() => void>((resolve) => {
        onRequest = (request) => {
          if (!isIt(request)) return "answer";
          onRequest = () => "answer";
          return new Promise<How>((answerNow) => resolve(() => answerNow("answer")));
        };
      }),
    /** The names of what a bucket holds. */
    keys: (bucket: string) =>
      (fs.readdirSync(path.join(directory, bucket), { recursive: true }) as string[])
        .filter((name) => name.endsWith("._S3rver_object"))
        .map((name) => name.replace("._S3rver_object", ""))
        .sort(),
    /** The file of an object. */
    fileOf: (bucket: string, key: string) => path.join(directory, bucket, `${key}._S3rver_object`),
    stop: () => {
      server.close();
      server.closeAllConnections();
      fs.rmSync(directory, { recursive: true, force: true });
    },
  };
}
