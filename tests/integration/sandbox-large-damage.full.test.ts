/** Files of a large package that arrive damaged. */
import { expect, test } from "vitest";
import { hashOf, LARGE_FILES, largePackage, prose } from "../support/large-package";
import { page } from "../support/page-assets";
import { stageForAll } from "../support/stage-for-all";

const { bytes } = largePackage(
  page(`onload = async () => {
    const read = (name) => fetch(name).then((answer) => answer.arrayBuffer()).then(({ byteLength }) => byteLength, (error) => error.name + ": " + error.message);
    result(await Promise.all(["data/words.txt", "data/more.txt", "data/plain.zip", "img/late.png"].map(read)));
  }`),
  { "data/more.txt": prose(8_000_000, 20) },
);
for (const name of ["data/words.txt", "data/more.txt"]) {
  // After the header: no block of deflated data begins like this.
  const at = bytes.indexOf(name) + name.length;
  bytes.fill(0xff, at, at + 64);
}
const here = stageForAll({ files: { "damaged.gum": bytes } });

test("files that are damaged fail, and leave their places to others", async () => {
  await here.shell.run({
    files: {},
    packed: { url: "/files/damaged.gum", sha256: hashOf(bytes), bytes: bytes.length },
  });
  const failed = expect.stringMatching(/^TypeError/) as string;
  await expect
    .poll(() => here.shell.results(), { timeout: 30_000 })
    .toEqual([[failed, failed, LARGE_FILES["data/plain.zip"]!.length, LARGE_FILES["img/late.png"]!.length]]);
});
