import { createServer, type Server } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { fetchOutside, withFetched } from "@/components/apps/upload/bring-files";
import { outsideFileRequest, type OutsideFileRequest } from "@/lib/apps/outside-contract";
import { fetchOutsideFile } from "@/lib/apps/outside-service";
import { createEgressFetch } from "@/lib/egress/egress-fetch.server";
import { makePerson, type TestPerson } from "../support/people";

const MODULES: Record<string, string> = {
  "esm.example.com/chart@4.1": `export * from "/v9/chart.mjs"; import "https://cdn.example.net/color.js";`,
  "esm.example.com/v9/chart.mjs": "export const draw = () => 1;",
  "cdn.example.net/color.js": "export {};",
  "esm.example.com/half.js": `import "https://private.example.net/inside.js";`,
  "private.example.net/inside.js": "secret()",
};
let server: Server;
let me: TestPerson;
let asked: string[];

const outside = createEgressFetch({
  resolve: async (name) => [name.startsWith("private") ? "10.0.0.1" : "93.184.216.34"],
  dial: () => connect((server.address() as AddressInfo).port, "127.0.0.1"),
});
const fetchFile = (request: OutsideFileRequest) =>
  fetchOutsideFile({ viewer: me, request: outsideFileRequest.parse(request) }, outside);

beforeAll(async () => {
  me = await makePerson("modules");
  asked = [];
  server = createServer(({ url, headers }, response) => {
    const address = `${headers.host}${url}`;
    asked.push(address);
    if (address === "esm.example.com/chart") return response.writeHead(302, { location: "/chart@4.1" }).end();
    const source = MODULES[address];
    if (source === undefined) return response.writeHead(404).end();
    response.writeHead(200, { "content-type": "application/javascript; charset=utf-8" }).end(source);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => server.close());

it("modules come with what they import from their hosts; one that reaches into a private network stays out", async () => {
  const page = `<script type="importmap">{"imports":{"chart":"https://esm.example.com/chart","half":"https://esm.example.com/half.js"}}</script>
<script type="module">import { draw } from "chart"; import("half")</script>`;
  const project = new Map([["index.html", new TextEncoder().encode(page)]]);
  const { files, failed } = withFetched(project, await fetchOutside(project, fetchFile));
  const textOf = (path: string) => new TextDecoder().decode(files.get(path));
  expect(textOf("index.html")).toBe(
    page.replace("https://esm.example.com/chart", "./vendor/esm.example.com/chart@4.1.js"),
  );
  expect(textOf("vendor/esm.example.com/chart@4.1.js")).toBe(
    `export * from "../../vendor/esm.example.com/v9/chart.mjs"; import "../../vendor/cdn.example.net/color.js";`,
  );
  expect(failed).toEqual([
    { url: "https://private.example.net/inside.js", reason: "unreachable" },
    { url: "https://esm.example.com/half.js", reason: "incomplete" },
  ]);
  expect(asked.filter((address) => address.startsWith("private"))).toEqual([]);
  expect([...files.keys()].some((path) => path.includes("half") || path.includes("private"))).toBe(false);
});
