/** Routers of single-page apps in a frame: the first page, links, Back and Forward, and a reload, as in a tab. */
import { expect, test } from "vitest";
import { full } from "../support/depth";
import { frameOf, walkRouter } from "../support/router-walk";
import { routerApp, ROUTERS, type RouterName } from "../support/routers";
import { stageForAll } from "../support/stage-for-all";

const here = stageForAll();
const TRIED: readonly RouterName[] = full ? ROUTERS : ["by hand", "React Router"];

test.each(TRIED)("%s", async (name) => {
  const files = await routerApp(name);
  await here.shell.run({ id: name, files }, { settleMs: 0 });
  await walkRouter(() => frameOf(here.shell.page));
  expect(here.shell.problems(await here.shell.events())).toEqual([]);
});
