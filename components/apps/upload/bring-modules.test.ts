import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { OutsideFile, OutsideFileRequest } from "@/lib/apps/outside-contract";
import { IMPORT_DEPTH_MAX } from "@/lib/config/outside-limits";
import { addressesOf, fetchOutside, findLoaders, hasNewAddress, withFetched } from "./bring-files";
import { checkProject } from "./check-upload";

const projectOf = (files: Record<string, string>) =>
  new Map(Object.entries(files).map(([path, text]) => [path, new TextEncoder().encode(text)]));

/** Modules by address; a text that begins with -> is another address. */
async function bring(files: Record<string, string>, modules: Record<string, string>) {
  const asked: string[] = [];
  const fetchFile = async ({ url, kind }: OutsideFileRequest): Promise<OutsideFile> => {
    asked.push(`${kind} ${url}`);
    const moved = modules[url]?.startsWith("-> ") ? modules[url].slice(3) : url;
    const text = modules[moved];
    if (text === undefined) return { state: "failed", reason: "status" };
    const sha256 = createHash("sha256").update(text).digest("hex");
    const content = Buffer.from(text).toString("base64");
    return { state: "fetched", url: moved, contentType: "application/javascript", sha256, content };
  };
  const project = projectOf(files);
  const result = withFetched(project, await fetchOutside(project, fetchFile));
  const texts = Object.fromEntries(
    [...result.files].map(([path, bytes]) => [path, new TextDecoder().decode(bytes)]),
  );
  const left = addressesOf(findLoaders(result.files));
  return { ...result, texts, asked, left, isNews: hasNewAddress(left, result.failed) };
}

describe("modules of other hosts", () => {
  it("come with what they import, from their host and from others, and each is one file", async () => {
    const { texts, failed, brought, asked, left } = await bring(
      {
        "index.html": `<link rel="modulepreload" crossorigin href="https://esm.example.com/preact">
<script type="module">import { h } from "https://esm.example.com/preact"; import("https://esm.example.com/more")</script>
<script type="module" src="https://esm.example.com/main.js"></script>`,
        "js/app.js": `export * from 'https://esm.example.com/preact'; const text = "https://esm.example.com/none";`,
      },
      {
        "https://esm.example.com/preact": "-> https://esm.example.com/preact@10",
        "https://esm.example.com/preact@10": `export * from "/v1/preact.mjs";`,
        "https://esm.example.com/v1/preact.mjs": `import "https://other.example.com/dep.js"; import "./main.mjs"; export const h = 1;`,
        // A cycle.
        "https://esm.example.com/v1/main.mjs": `import "./preact.mjs"`,
        "https://other.example.com/dep.js": "1",
        "https://esm.example.com/more": `import("./lost.js"); import("./found.js")`,
        "https://esm.example.com/found.js": "1",
        "https://esm.example.com/main.js": `import { h } from "https://esm.example.com/preact@10"`,
      },
    );
    const at = "vendor/esm.example.com";
    expect(texts["index.html"]).toBe(`<link rel="modulepreload"  href="./${at}/preact@10.js">
<script type="module">import { h } from "./${at}/preact@10.js"; import("./${at}/more.js")</script>
<script type="module" src="./${at}/main.js"></script>`);
    expect(texts["js/app.js"]).toBe(
      `export * from '../${at}/preact@10.js'; const text = "https://esm.example.com/none";`,
    );
    expect(texts[`${at}/preact@10.js`]).toBe(`export * from "../../${at}/v1/preact.mjs";`);
    expect(texts[`${at}/v1/preact.mjs`]).toContain(`import "../../../vendor/other.example.com/dep.js"`);
    expect(texts[`${at}/main.js`]).toBe(`import { h } from "../../${at}/preact@10.js"`);
    // What a module loads later may be missing.
    expect(texts[`${at}/more.js`]).toBe(
      `import("https://esm.example.com/lost.js"); import("../../${at}/found.js")`,
    );
    expect(failed).toEqual([{ url: "https://esm.example.com/lost.js", reason: "status" }]);
    expect(left).toEqual(["https://esm.example.com/lost.js"]);
    expect(brought).toHaveLength(7);
    expect(asked.every((each) => each.startsWith("script "))).toBe(true);
    const { files } = JSON.parse(texts["vendor/sources.json"]!) as {
      files: { path: string; sha256: string }[];
    };
    expect(files.find(({ path }) => path === `${at}/found.js`)?.sha256).toBe(
      createHash("sha256").update("1").digest("hex"),
    );
  });

  it("are found by import maps, with prefixes and scopes", async () => {
    const map = (three: string, addons: string) =>
      `<script type="importmap">{ "imports": { "three": "${three}", "three/addons/": "${addons}", "own": "./own.js" },
"scopes": { "https://cdn.example.com/": { "dep": "https://cdn.example.com/dep@1.js" } } }</script>`;
    const cdn = "https://cdn.example.com/npm/three@0.160.0";
    const { texts, failed, left } = await bring(
      {
        "sub/index.html": `${map(`${cdn}/three.module.js`, `${cdn}/examples/jsm/`)}<script type="module" src="app.js"></script>`,
        "sub/app.js": `import * as THREE from "three"; import { Orbit } from "three/addons/controls/Orbit.js"; import "own"; import "unknown"`,
        "sub/own.js": "",
      },
      {
        [`${cdn}/three.module.js`]: `import "dep"`,
        [`${cdn}/examples/jsm/controls/Orbit.js`]: `import { Vector3 } from "three"; import "../math/x.js"`,
        [`${cdn}/examples/jsm/math/x.js`]: "",
        "https://cdn.example.com/dep@1.js": "",
      },
    );
    const at = "vendor/cdn.example.com/npm/three@0.160.0";
    expect(failed).toEqual([]);
    expect(texts["sub/index.html"]).toContain(map(`../${at}/three.module.js`, `../${at}/examples/jsm/`));
    expect(texts["sub/app.js"]).toBe(
      `import * as THREE from "three"; import { Orbit } from "../${at}/examples/jsm/controls/Orbit.js"; import "own"; import "unknown"`,
    );
    expect(texts[`${at}/examples/jsm/controls/Orbit.js`]).toBe(
      `import { Vector3 } from "three"; import "../../../../../../../${at}/examples/jsm/math/x.js"`,
    );
    expect(texts[`${at}/three.module.js`]).toBe(`import "../../../../vendor/cdn.example.com/dep@1.js"`);
    expect(left).toEqual([]);
    const manifest = JSON.stringify({ name: "Three", entry: { html: "sub/index.html" }, icon: "icon.png" });
    const { findings } = await checkProject(
      projectOf({ ...texts, "manifest.json": manifest, "icon.png": "" }),
    );
    expect(findings.map(({ code }) => code)).toEqual([]);
  });

  it("stay out as a whole where one that they need cannot be had, and are named", async () => {
    const page = `<script type="importmap">{"imports":{"good":"https://a.example.com/good.js","bad":"https://a.example.com/bad.js"}}</script>
<script type="module">import "good"; import "https://a.example.com/needs-bad.js"; import "https://a.example.com/page.js"</script>`;
    const { texts, brought, failed, isNews } = await bring(
      { "index.html": page },
      {
        "https://a.example.com/good.js": "",
        "https://a.example.com/bad.js": `import "./inner.js"`,
        "https://a.example.com/inner.js": `import "./lost.js"`,
        "https://a.example.com/needs-bad.js": `import "bad"`,
        "https://a.example.com/page.js": `import "</`,
      },
    );
    expect(brought.map(({ path }) => path)).toEqual(["vendor/a.example.com/good.js"]);
    expect(texts["index.html"]).toBe(
      page.replace("https://a.example.com/good.js", "./vendor/a.example.com/good.js"),
    );
    expect(failed.sort((a, b) => a.url.localeCompare(b.url))).toEqual([
      { url: "https://a.example.com/bad.js", reason: "incomplete" },
      { url: "https://a.example.com/lost.js", reason: "status" },
      { url: "https://a.example.com/needs-bad.js", reason: "incomplete" },
      { url: "https://a.example.com/page.js", reason: "type" },
    ]);
    expect(isNews).toBe(false);
  });

  it("end at a depth", async () => {
    const chain = Object.fromEntries(
      Array.from({ length: IMPORT_DEPTH_MAX + 5 }, (_, at) => [
        `https://a.example.com/${at}.js`,
        `import "./${at + 1}.js"`,
      ]),
    );
    const { brought, failed } = await bring({ "a.js": `import "https://a.example.com/0.js"` }, chain);
    expect(brought).toEqual([]);
    expect(failed).toEqual([
      { url: `https://a.example.com/${IMPORT_DEPTH_MAX + 1}.js`, reason: "many" },
      { url: "https://a.example.com/0.js", reason: "incomplete" },
    ]);
  });

  it("are warned of by the check, also those of an import map", async () => {
    const html = `<script type="importmap">
{"imports": {"a": "https://a.example.com/a.js", "b": "./b.js"}}</script><link rel="modulepreload" href="https://a.example.com/c.js">`;
    const manifest = JSON.stringify({ name: "Map", entry: { html: "index.html" }, icon: "icon.png" });
    const project = projectOf({ "index.html": html, "b.js": "", "icon.png": "", "manifest.json": manifest });
    const { findings } = await checkProject(project);
    expect(findings.map(({ code, line, params }) => [code, line, params["url"]])).toEqual([
      ["external_load", 2, "https://a.example.com/a.js"],
      ["external_load", 2, "https://a.example.com/c.js"],
    ]);
  });
});
