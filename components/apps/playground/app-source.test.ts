import { expect, it } from "vitest";
import { manifestSchema } from "@/lib/package/manifest-contract";
import { asRemix, remixName } from "./app-source";
import { textOf, type Project } from "./project";

const named = (name: string) => `${name} remix`;
const origin = {
  app: "0190a0a0-0000-7000-8000-000000000000",
  name: "Dice",
  version: "2.1.0",
  author: "@mika",
};
const projectOf = (manifest: string): Project =>
  new Map([["manifest.json", new TextEncoder().encode(manifest)]]);

it("names the original, keeps the license, and has a name and a version of its own", () => {
  const manifest = {
    name: "Dice",
    version: "2.1.0",
    license: "GPL-3.0-only",
    entry: { html: "index.html" },
    metadata: { translations: { ja: { name: "サイコロ", description: "振ります" } }, webxdc: true },
    remixed_from: "https://example.com/older",
    other: 1,
  };
  const remix = textOf(asRemix(projectOf(JSON.stringify(manifest)), origin, named), "manifest.json");
  expect(JSON.parse(remix)).toEqual({
    ...manifest,
    name: "Dice remix",
    version: "1.0.0",
    metadata: { translations: { ja: { description: "振ります" } }, webxdc: true },
    remixed_from: origin,
  });
  expect(manifestSchema.safeParse(JSON.parse(remix)).success).toBe(true);
});

it("leaves a manifest alone that cannot be read", () => {
  const project = projectOf("{");
  expect(asRemix(project, origin, named)).toBe(project);
});

it("gives names that a manifest may have", () => {
  for (const name of ["Dice", "x".repeat(32), "👩‍👩‍👧‍👦".repeat(32), "お絵かき"]) {
    const remix = remixName(name, named);
    expect(remix).toMatch(/ remix$/);
    expect(manifestSchema.shape.name.safeParse(remix).success).toBe(true);
  }
});
