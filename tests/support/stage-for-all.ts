import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import { connectBrowser } from "./shared-browser";
import { openStage, type ShellPage, type Stage, type StageApp, type StageOptions } from "./sandbox-stage";

/**
 * Opens a stage in the shared browser, and a shell page on it, for all tests of a file; they stand in what is given back once
 * the tests run.
 */
export function stageForAll(options?: StageOptions): { stage: Stage; shell: ShellPage } {
  const opened = {} as { stage: Stage; shell: ShellPage };
  beforeAll(async () => {
    opened.stage = await openStage({ connect: connectBrowser, ...options });
    opened.shell = await opened.stage.open();
  });
  afterAll(() => opened.stage.close());
  return opened;
}

/**
 * Opens a stage in the shared browser, and loads the shell page anew for each test, in one page.
 * @param enter called before each test
 */
export function shellForEach(enter: (shell: ShellPage) => void): void {
  let stage: Stage;
  let page: ShellPage["page"];
  beforeAll(async () => {
    stage = await openStage({ connect: connectBrowser });
    page = await stage.page();
  });
  afterAll(() => stage.close());
  beforeEach(async () => enter(await stage.shellIn(page)));
}

/** Runs an app that must have no problem. @returns what it tells, once that is so much; for nothing at all it gets a while */
export async function resultsOf(shell: ShellPage, app: StageApp, count = 1): Promise<unknown[]> {
  await shell.run(app, { settleMs: count ? 0 : 300 });
  const found = await shell.resultsFrom(count);
  expect(shell.problems(await shell.events())).toEqual([]);
  return found;
}
