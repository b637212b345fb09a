/** The page around an app holds no more of a large package than what is on its way into the frame. */
import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import type { Page } from "playwright";
import { buildPackage } from "@/lib/package/build-package";
import { LARGE_MANIFEST, noise } from "../support/large-package";
import { page } from "../support/page-assets";
import { stageForAll } from "../support/stage-for-all";

const MB = 1024 * 1024;
const FILES = 24;
/** For the pieces of files on their way, and what the browser has read ahead. */
const PASSING_MAX_BYTES = 20 * MB;
const HELD_MAX_BYTES = 4 * MB;

/** It asks for its files one after the other, and keeps none. */
const html = page(`onload = async () => {
  let total = 0;
  for (let n = 0; n < ${FILES}; n += 1) {
    total += (await (await fetch("data/" + n + ".zip")).arrayBuffer()).byteLength;
    result(total);
  }
};`);
const bytes = await buildPackage(
  new Map<string, Uint8Array>([
    ["manifest.json", Buffer.from(JSON.stringify(LARGE_MANIFEST))],
    ["index.html", Buffer.from(html)],
    ...Array.from({ length: FILES }, (_, n) => [`data/${n}.zip`, noise(4 * MB, n + 1)] as const),
  ]),
);
const sha256 = createHash("sha256").update(bytes).digest("hex");
/** A browser of its own: where memory is short, Chromium may put the frame into the page's process, and their memory is one. */
const here = stageForAll({
  connect: undefined,
  args: ["--site-per-process"],
  files: { "large.gum": bytes },
});

/** Of the page's own scripts; the frame is another process. */
async function heldBytes(shell: Page): Promise<number> {
  const session = await shell.context().newCDPSession(shell);
  try {
    await session.send("HeapProfiler.collectGarbage");
    const { usedSize, backingStorageSize } = (await session.send("Runtime.getHeapUsage")) as {
      usedSize: number;
      backingStorageSize: number;
    };
    return usedSize + backingStorageSize;
  } finally {
    await session.detach();
  }
}

test("a package of nearly 100 MB passes through the page, which holds a few megabytes of it", async () => {
  const { page: shell } = here.shell;
  expect(bytes.length).toBeGreaterThan(95 * MB);
  const before = await heldBytes(shell);
  // Otherwise nothing here would show that it is held.
  await shell.evaluate((size) => void Object.assign(window, { held: new Uint8Array(size) }), 50 * MB);
  expect((await heldBytes(shell)) - before).toBeGreaterThan(49 * MB);
  await shell.evaluate(() => void Object.assign(window, { held: null }));

  await here.shell.run({
    files: {},
    packed: { url: "/files/large.gum", sha256, bytes: bytes.length },
  });
  let most = 0;
  for (let found = 0; found < FILES;) {
    most = Math.max(most, (await heldBytes(shell)) - before);
    found = (await here.shell.results()).length;
  }
  expect((await here.shell.results()).at(-1)).toBe(FILES * 4 * MB);
  const after = (await heldBytes(shell)) - before;
  expect(most).toBeLessThan(PASSING_MAX_BYTES);
  expect(after).toBeLessThan(HELD_MAX_BYTES);
});
