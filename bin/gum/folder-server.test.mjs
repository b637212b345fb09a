import http from "node:http";
import { afterEach, expect, it } from "vitest";
import { FolderServer } from "./folder-server.mjs";

const servers = [];
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())));

async function serve(folder) {
  const server = new FolderServer({ pageCode: "", runDocument: () => null }, folder);
  servers.push(server);
  server.show({
    manifest: { name: "Atlas", version: "1.0.0" },
    sha256: "a".repeat(64),
    bytes: Buffer.alloc(4),
  });
  return { server, isUsual: await server.listen() };
}

/** What the server says of the folder to a page that opens. */
async function appOf({ address }) {
  const { body } = await fetch(new URL("/changes", address));
  const reader = body.getReader();
  const { value } = await reader.read();
  await reader.cancel();
  return JSON.parse(new TextDecoder().decode(value).slice("data: ".length));
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
  const { server } = await serve("/work/odd-path");
  const { port } = new URL(server.address);
  expect(await ask(server, { path: "//" })).toBe(400);
  expect(await ask(server, { path: "//", host: `127.0.0.1:${port}` })).toBe(400);
  expect(await ask(server, { path: "//", host: "evil.example" })).toBe(421);
  expect(await ask(server, { path: "//", method: "POST" })).toBe(405);
  expect(await ask(server, { path: "/" })).toBe(200);
});

it("has the same port at each start, and says where it has another", async () => {
  const first = await serve("/work/atlas");
  const second = await serve("/work/atlas");
  expect(new URL(second.server.address).port).not.toBe(String(second.server.usualPort));
  expect([first.server.usualPort, second.isUsual]).toEqual([second.server.usualPort, false]);
});

it("names the folder, so that two folders with one port have data of their own", async () => {
  const [atlas, again, maze] = [
    await serve("/work/atlas"),
    await serve("/work/atlas"),
    await serve("/work/maze"),
  ];
  const { folder } = await appOf(atlas.server);
  expect(folder).toMatch(/^[0-9a-f]{32}$/);
  expect((await appOf(again.server)).folder).toBe(folder);
  expect((await appOf(maze.server)).folder).not.toBe(folder);
});
