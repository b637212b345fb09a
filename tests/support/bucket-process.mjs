/** `node bucket-process.mjs <folder> <port>`: s3rver with one bucket. SIGUSR2: it answers 500, and after the next one again as it should. */
import { createHash, randomUUID } from "node:crypto";
import fs from "node:fs/promises";
import { createServer } from "node:http";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import S3rver from "s3rver";

const [directory, port] = process.argv.slice(2);
const configureBuckets = [{ name: "gum" }];
const s3 = new S3rver({ directory, silent: true, vhostBuckets: false, configureBuckets });

async function replace(file, content) {
  const part = `${file}.${randomUUID()}`;
  await fs.writeFile(part, content);
  await fs.rename(part, file);
}

// S3 has an object whole or not at all. s3rver writes over the one that is there, and answers before its file has everything.
s3.store.putObject = async ({ bucket, key, content, metadata }) => {
  const file = (what) => s3.store.getResourcePath(bucket, key, what);
  const bytes = await buffer(content);
  const md5 = createHash("md5").update(bytes).digest("hex");
  await fs.mkdir(path.dirname(file("object")), { recursive: true });
  await replace(file("object.md5"), md5);
  await replace(file("metadata.json"), JSON.stringify(metadata));
  await replace(file("object"), bytes);
  return { size: bytes.length, md5 };
};

let isFailing = false;
process.on("SIGUSR2", () => (isFailing = !isFailing));
await s3.configureBuckets();
const answer = s3.callback();
// On a busy machine a client may just be sending on a connection that is closed because it was idle.
const keepAliveTimeout = 65_000;
createServer({ keepAliveTimeout }, (request, response) => {
  if (isFailing) response.writeHead(500).end();
  else answer(request, response);
}).listen(Number(port), "127.0.0.1");
