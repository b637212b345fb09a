/**
 * Whole pages in the styles that are met in the wild. Each runs twice: served over plain HTTP into a tab of its own, and as an
 * app. What it reports must be the same, and neither may throw.
 */
import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { typeOfFile } from "@/lib/sandbox/frame/inside/paths";
import { some } from "../support/depth";
import { CORNERS } from "../support/ordinary/corners";
import { FRAMEWORKS, type OrdinaryPage } from "../support/ordinary/frameworks";
import { BY_HAND } from "../support/ordinary/games";
import type { Files } from "../support/sandbox-stage";
import { stageForAll } from "../support/stage-for-all";

const PAGES = some([...FRAMEWORKS, ...BY_HAND, ...CORNERS], 8);

const here = stageForAll();
let server: http.Server;
let served: Files = {};

beforeAll(async () => {
  server = http.createServer((request, response) => {
    const name = decodeURIComponent(new URL(request.url!, "http://x").pathname).slice(1) || "index.html";
    const file = served[name];
    if (file === undefined) return void response.writeHead(404).end();
    response.writeHead(200, { "content-type": typeOfFile(name) }).end(file);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
});

interface Outcome {
  results: unknown[];
  errors: string[];
}

async function inTab({ files, results = 1, press = [] }: OrdinaryPage): Promise<Outcome> {
  served = files;
  const page = await here.stage.page();
  const outcome: Outcome = { results: [], errors: [] };
  page.on("console", (message) => {
    if (message.text().startsWith("RESULT ")) outcome.results.push(JSON.parse(message.text().slice(7)));
  });
  page.on("pageerror", (error) => outcome.errors.push(error.message));
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  for (const selector of press) await page.locator(selector).click();
  await expect.poll(() => outcome.results.length).toBe(results);
  await page.context().close();
  return outcome;
}

async function inFrame({
  name,
  files,
  manifest = {},
  results = 1,
  press = [],
}: OrdinaryPage): Promise<Outcome> {
  await here.shell.run({ id: name, files, manifest }, { settleMs: 0 });
  for (const selector of press) await here.shell.page.frameLocator("#place iframe").locator(selector).click();
  await expect
    .poll(async () => (await here.shell.results()).length, {
      message: JSON.stringify(await here.shell.events()).slice(0, 3_000),
    })
    .toBe(results);
  return { results: await here.shell.results(), errors: here.shell.problems(await here.shell.events()) };
}

test.each(PAGES.map((page) => [page.name, page] as const))("%s", async (_name, page) => {
  const plain = await inTab(page);
  expect(plain.errors).toEqual([]);
  expect(await inFrame(page)).toEqual(plain);
});
