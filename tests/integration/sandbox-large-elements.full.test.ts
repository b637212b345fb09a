/** Elements of a large package whose file is on its way, or does not arrive. */
import { beforeEach, expect, test } from "vitest";
import { largePackage, noise } from "../support/large-package";
import { page } from "../support/page-assets";
import { stageForAll } from "../support/stage-for-all";

const FRAMED = largePackage(
  page(
    `onmessage = ({ data }) => result(data);
    globalThis.ask = () => frames[0].postMessage("ask", "*");
    onload = ask;`,
    { body: `<iframe src="inner.html"></iframe>` },
  ),
  {
    "inner.html": `<!DOCTYPE html><script>
      const settled = (name) => new Promise((done) => {
        const image = new Image(); image.onload = () => done("load"); image.onerror = () => done("error"); image.src = name;
      });
      onmessage = async ({ data }) => data === "ask" && parent.postMessage([await settled("img/late.png"), await settled("img/other.png")], "*");
      </script>`,
    "data/more.zip": noise(4_000_000, 21),
  },
);

const packages = { framed: FRAMED };
const here = stageForAll({
  files: Object.fromEntries(Object.entries(packages).map(([name, { bytes }]) => [`${name}.gum`, bytes])),
});

async function run(name: keyof typeof packages): Promise<void> {
  const { bytes, sha256 } = packages[name];
  await here.shell.run({
    files: {},
    packed: { url: `/files/${name}.gum`, sha256, bytes: bytes.length },
    id: name,
  });
}

beforeEach(async () => {
  here.stage.requests.length = 0;
  await here.shell.page.evaluate(() => localStorage.clear());
});

test("a framed page may ask again for a picture that did not arrive", async () => {
  // Prepared before the connection is lost.
  await run("framed");
  await expect.poll(() => here.shell.results()).toEqual([["load", "load"]]);
  await here.shell.page.route("**/files/framed.gum", (route) => route.abort());
  await run("framed");
  await expect.poll(() => here.shell.results()).toEqual([["error", "error"]]);
  await here.shell.page.unroute("**/files/framed.gum");
  await here.shell.inside("ask()");
  await expect
    .poll(() => here.shell.results())
    .toEqual([
      ["error", "error"],
      ["load", "load"],
    ]);
});
