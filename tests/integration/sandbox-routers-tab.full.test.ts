/** The same walk in a tab, to compare with: what fails there is no fault of the frame. */
import { expect, test } from "vitest";
import { serveApp, walkRouter } from "../support/router-walk";
import { routerApp, ROUTERS } from "../support/routers";
import { stageForAll } from "../support/stage-for-all";

const here = stageForAll();

test.each(ROUTERS)("%s", async (name) => {
  const served = await serveApp(await routerApp(name));
  const page = await here.stage.page();
  const errors: string[] = [];
  page.on("pageerror", ({ message }) => errors.push(message));
  await page.goto(served.url);
  await walkRouter(async () => page.mainFrame());
  expect(errors).toEqual([]);
  await page.context().close();
  served.close();
});
