import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { buildPackage } from "@/lib/package/build-package";
import { openPackage } from "@/lib/package/open-package";

const EXAMPLES = path.resolve(import.meta.dirname, "..");
const APPS = ["headcount", "inkstone", "kasane", "margin", "minuet", "sorami", "takt", "warikan"];

async function filesOf(folder: string): Promise<Map<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    files.set(path.relative(folder, file).split(path.sep).join("/"), new Uint8Array(await readFile(file)));
  }
  return files;
}

describe.each(APPS)("%s", (app) => {
  it("is a package that nothing can be said against", async () => {
    const files = await filesOf(path.join(EXAMPLES, app));
    const opened = await openPackage(await buildPackage(files));
    expect(opened.findings).toEqual([]);
    expect(opened.files.size).toBe(files.size);
  });

  it("brings the pictures that the store shows", async () => {
    const files = await filesOf(path.join(EXAMPLES, app));
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

it("knows where it runs by the same file in every app that is a page", async () => {
  const pages = APPS.filter((app) => app !== "warikan");
  const texts = pages.map((app) => readFile(path.join(EXAMPLES, app, "platform.js"), "utf8"));
  expect(new Set(await Promise.all(texts)).size).toBe(1);
});
