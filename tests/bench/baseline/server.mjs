/** The bare server: node:http and pg, nothing else. `node server.mjs PORT` */
import http from "node:http";
import { run } from "./database.mjs";
import { pageOf } from "./feed.mjs";

const server = http.createServer((request, response) => {
  if (!request.url.startsWith("/api/timeline")) {
    response.writeHead(404).end();
    return;
  }
  run("timeline").then(
    (rows) => {
      response.writeHead(200, { "content-type": "application/json", "cache-control": "no-store" });
      response.end(JSON.stringify(pageOf(rows)));
    },
    () => response.writeHead(500).end(),
  );
});
server.listen(Number(process.argv[2]), "127.0.0.1");
