import http from "node:http";
import { afterEach, expect, it } from "vitest";
import { FolderServer } from "./folder-server.mjs";

const servers = [];
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())));

async function serve(folder) {
  const server = new FolderServer({ pageCode: "", runDocument: () => null });
  servers.push(server);
  server.show({
    manifest: { name: "Atlas", version: "1.0.0" },
    sha256: "a".repeat(64),
    bytes: Buffer.alloc(4),
  });
  await server.listen(folder);
  return server;
}

/** Sent as it is: fetch would change the path. */
function ask({ address }, { path, host = new URL(address).host, method = "GET" }) {
  return new Promise((resolve, reject) => {
    const { port } = new URL(address);
    http
      .request({ host: "127.0.0.1", port, path, method, headers: { host } }, (response) => {
        response.resume().once("end", () => resolve(response.statusCode));
      })
      .once("error", reject)
      .end();
  });
}

it("goes on after a path that is no address", async () => {
  const server = await serve("/work/odd-path");
  const { port } = new URL(server.address);
  expect(await ask(server, { path: "//" })).toBe(400);
  expect(await ask(server, { path: "//", host: `127.0.0.1:${port}` })).toBe(400);
  expect(await ask(server, { path: "//", host: "evil.example" })).toBe(421);
  expect(await ask(server, { path: "//", method: "POST" })).toBe(405);
  expect(await ask(server, { path: "/" })).toBe(200);
});
