/** `node bucket-process.mjs <folder> <port>`: s3rver with one bucket. SIGUSR2: it answers 500, and after the next one again as it should. */
import { createServer } from "node:http";
import S3rver from "s3rver";
import { keepWholeObjects } from "./whole-objects.mjs";

const [directory, port] = process.argv.slice(2);
const configureBuckets = [{ name: "gum" }];
const s3 = new S3rver({ directory, silent: true, vhostBuckets: false, configureBuckets });
keepWholeObjects(s3);

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
