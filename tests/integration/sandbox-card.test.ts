/** `gum.card`: what an app sends to be shown in the post of its room, and what it is told. */
import { expect, test } from "vitest";
import type { ShellPage } from "../support/sandbox-stage";
import { shellForEach } from "../support/stage-for-all";

let shell: ShellPage;
shellForEach((opened) => (shell = opened));

const script = (code: string) => ({
  "index.html": `<!DOCTYPE html><meta charset="utf-8"><body>page<script>(async () => { const told = async (work) => { try { return (await work()) ?? null } catch (error) { return error.code } }; ${code} })()</script>`,
});
const cards = () => shell.page.evaluate(() => window.stage.cards);

test("the newest card of many is sent, and none of the calls stays open", async () => {
  await shell.run({
    showsCards: true,
    files: script(
      `const image = { picture: new Blob(["x".repeat(2000)], { type: "image/png" }), alt: "A board" };
       const all = Array.from({ length: 120 }, (_, n) => gum.card({ title: "Card " + n, lines: ["a", 2], bars: [{ label: "b", value: n }], people: ["me"], image, more: 1 }));
       await Promise.all(all);
       console.log("RESULT", JSON.stringify(gum.capabilities().includes("card")));
       await gum.card(null);
       console.log("RESULT", "true");`,
    ),
  });
  await expect.poll(() => shell.results()).toEqual([true, true]);
  const card = {
    lines: ["a", "2"],
    people: ["me"],
    image: ["image/png", 2_000],
    alt: "A board",
    serial: null,
  };
  const sent = await cards();
  expect(sent[0]).toEqual({ ...card, title: "Card 0", bars: [{ label: "b", value: 0 }] });
  expect(sent.slice(-2)).toEqual([{ ...card, title: "Card 119", bars: [{ label: "b", value: 119 }] }, null]);
  // One a second: more than these three only where the machine is slow.
  expect(sent.length).toBeLessThan(10);
});

test("an app that runs by itself has no card", async () => {
  await shell.run({
    files: script(
      `console.log("RESULT", JSON.stringify([await told(() => gum.card({ title: "x" })), await told(() => gum.card(null)), gum.capabilities().includes("card")]));`,
    ),
  });
  await expect.poll(() => shell.results()).toEqual([["no_room", "no_room", false]]);
});

test("what the server refuses reaches the app, by its code", async () => {
  await shell.page.evaluate(() => void (window.stage.answers.card = "room_closed"));
  await shell.run({
    showsCards: true,
    files: script(`console.log("RESULT", JSON.stringify(await told(() => gum.card({ title: "x" }))));`),
  });
  await expect.poll(() => shell.results()).toEqual(["room_closed"]);
});

test("a card of another shape is the app's mistake, and does not end it", async () => {
  await shell.run({
    showsCards: true,
    files: script(
      `const wrong = [{ lines: Array(7).fill("x") }, { lines: "x" }, { bars: [{ label: "x", value: "1" }] }, { bars: [{ label: "x", value: NaN }] }, { bars: [null] }, { people: Array(9).fill("x") }, { image: "data:" }, { image: { picture: 1 } }, { image: new Blob([new Uint8Array(70000)]) }];
       const codes = [];
       for (let times = 0; times < 5; times++) for (const card of wrong) codes.push(await told(() => gum.card(card)));
       console.log("RESULT", JSON.stringify([...new Set(codes)]));
       console.log("RESULT", JSON.stringify(await told(() => gum.card({ title: { toString: () => "still here" } }))));`,
    ),
  });
  await expect.poll(() => shell.results()).toEqual([["invalid", "too_big"], null]);
  expect(await cards()).toMatchObject([{ title: "still here" }]);
});
