import { expect, it } from "vitest";
import { madeWithHref, madeWithKey, withoutVersion } from "./made-with";

it("finds the name apart from its version", () => {
  const names = ["Phaser 3.80.1", "three.js r160", "Vue v3", "RPG Maker MZ 1.5.0-beta.2", "Construct 3"];
  expect(names.map(withoutVersion)).toEqual(["Phaser", "three.js", "Vue", "RPG Maker MZ", "Construct"]);
  for (const name of ["PICO-8", "p5.js", "D3", "Foo 3D", "RPG Maker MV", "3", "1.0"])
    expect(withoutVersion(name)).toBe(name);
});

it("knows names that are the same", () => {
  for (const name of ["Phaser", "PHASER 4", " phaser  3.80.1 ", "Ｐhaser"])
    expect(madeWithKey(name)).toBe("phaser");
  expect(madeWithHref("RPG Maker MZ 1.5")).toBe("/apps?madeWith=rpg+maker+mz");
});
