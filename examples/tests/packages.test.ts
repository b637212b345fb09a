import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { buildPackage } from "@/lib/package/build-package";
import { openPackage } from "@/lib/package/open-package";
import { readExample } from "@/prisma/seed/example-files";

const APPS = [
  "headcount",
  "inkstone",
  "kaeshi",
  "kago",
  "kasane",
  "margin",
  "meguri",
  "minuet",
  "sorami",
  "takt",
  "warikan",
];

describe.each(APPS)("%s", (app) => {
  it("is a package that nothing can be said against", async () => {
    const files = await readExample(app);
    const opened = await openPackage(await buildPackage(files));
    expect(opened.findings).toEqual([]);
    expect(opened.files.size).toBe(files.size);
  });

  it("brings the pictures that the store shows", async () => {
    const files = await readExample(app);
    const size = async (name: string) => {
      const { width, height } = await sharp(files.get(name)).metadata();
      return [width, height];
    };
    expect(await size("icon.png")).toEqual([512, 512]);
    expect(await size("banner.png")).toEqual([1200, 630]);
  });

  it("says everything in both languages", async () => {
    const { strings } = (await import(`../${app}/strings.js`)) as { strings: Record<"en" | "ja", object> };
    const keys = (value: unknown): unknown =>
      value && typeof value === "object" && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).map(([key, below]) => [key, keys(below)]))
        : Array.isArray(value)
          ? value.length
          : typeof value;
    expect(keys(strings.ja)).toEqual(keys(strings.en));
  });
});
