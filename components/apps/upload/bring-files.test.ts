import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import type { OutsideFile, OutsideFileRequest } from "@/lib/apps/outside-contract";
import { OUTSIDE_FILES_MAX } from "@/lib/config/outside-limits";
import { ApiError } from "@/lib/browser/api";
import { checkProject } from "./check-upload";
import { addressesOf, fetchOutside, findLoaders, hasNewAddress, withFetched } from "./bring-files";

const SOURCES_FILE = "vendor/sources.json";

const encode = (text: string) => new TextEncoder().encode(text);
const projectOf = (files: Record<string, string>) =>
  new Map(Object.entries(files).map(([path, text]) => [path, encode(text)]));

/** The internet: contents and types by address; all else is not there. */
function internet(pages: Record<string, [type: string, content: string, url?: string]>) {
  const asked: OutsideFileRequest[] = [];
  const fetchFile = async (request: OutsideFileRequest): Promise<OutsideFile> => {
    asked.push(request);
    const page = pages[request.url];
    if (!page) return { state: "failed", reason: "status" };
    const [contentType, content, url = request.url] = page;
    const sha256 = createHash("sha256").update(content).digest("hex");
    return { state: "fetched", url, contentType, sha256, content: Buffer.from(content).toString("base64") };
  };
  return { asked, fetchFile };
}

async function bring(files: Record<string, string>, { fetchFile }: ReturnType<typeof internet>) {
  const project = projectOf(files);
  const result = withFetched(project, await fetchOutside(project, fetchFile));
  const texts = Object.fromEntries(
    [...result.files].map(([path, bytes]) => [path, new TextDecoder().decode(bytes)]),
  );
  return { ...result, texts };
}

it("puts scripts, style sheets and what these name into the package, and changes the pages", async () => {
  const web = internet({
    "https://cdn.example.com/npm/chart@4/dist/chart.js": ["text/javascript", "chart()"],
    "https://fonts.example.com/css2?family=Inter:wght@400": [
      "text/css",
      "@font-face { src: url(/s/inter.woff2) format('woff2') } p { background: url('data:image/png,x') }",
    ],
    "https://fonts.example.com/s/inter.woff2": ["font/woff2", "font"],
  });
  const { texts, brought, failed } = await bring(
    {
      "pages/index.html": `<!doctype html>
<link rel="stylesheet" crossorigin href="https://fonts.example.com/css2?family=Inter:wght@400">
<script integrity="sha256-x" crossorigin="anonymous" src='//cdn.example.com/npm/chart@4/dist/chart.js' defer></script>
<script src=https://cdn.example.com/npm/chart@4/dist/chart.js></script>
<a href="https://cdn.example.com/">link</a><img src="https://cdn.example.com/a.png"><script src="app.js"></script>`,
      "pages/app.js": "x",
    },
    web,
  );
  const font = "vendor/fonts.example.com/css2-family_Inter_wght@400.css";
  const chart = "vendor/cdn.example.com/npm/chart@4/dist/chart.js";
  expect(failed).toEqual([]);
  expect(brought.map(({ path }) => path).sort()).toEqual([
    chart,
    font,
    "vendor/fonts.example.com/s/inter.woff2",
  ]);
  expect(texts["pages/index.html"]).toBe(`<!doctype html>
<link rel="stylesheet"  href="../${font}">
<script   src='../${chart}' defer></script>
<script src=../${chart}></script>
<a href="https://cdn.example.com/">link</a><img src="https://cdn.example.com/a.png"><script src="app.js"></script>`);
  expect(texts[chart]).toBe("chart()");
  expect(texts[font]).toBe(
    "@font-face { src: url(../../vendor/fonts.example.com/s/inter.woff2) format('woff2') } p { background: url('data:image/png,x') }",
  );
  // Each once, with what the page says it must be.
  expect(web.asked).toHaveLength(3);
  expect(web.asked).toContainEqual({
    url: "https://cdn.example.com/npm/chart@4/dist/chart.js",
    kind: "script",
    integrity: "sha256-x",
  });
  const { files } = JSON.parse(texts[SOURCES_FILE]!) as {
    files: { path: string; url: string; sha256: string }[];
  };
  expect(files.find(({ path }) => path === chart)).toEqual({
    path: chart,
    url: "https://cdn.example.com/npm/chart@4/dist/chart.js",
    sha256: createHash("sha256").update("chart()").digest("hex"),
  });
  expect(addressesOf(findLoaders(projectOf(texts)))).toEqual([]);
});

it("goes on without what cannot be fetched, and leaves its address as it was", async () => {
  const web = internet({
    "https://a.example.com/ok.js": ["text/javascript", "1"],
    "https://a.example.com/sheet.css": ["text/css", "@import 'more.css'; b { background: url(gone.png#x) }"],
    "https://a.example.com/more.css": ["text/css", "i { background: url(pic\\(1\\).png) }"],
    "https://a.example.com/deep.js": ["text/javascript", 'import"/lib/x.js";'],
  });
  const page = `<script src="https://a.example.com/ok.js"></script><script src="https://a.example.com/no.js"></script>
<script type=module src="https://a.example.com/deep.js"></script><link rel=stylesheet href=https://a.example.com/sheet.css>`;
  const { texts, brought, failed } = await bring({ "index.html": page }, web);
  expect(brought).toHaveLength(3);
  expect(failed.sort((a, b) => a.url.localeCompare(b.url))).toEqual([
    { url: "https://a.example.com/deep.js", reason: "incomplete" },
    { url: "https://a.example.com/gone.png", reason: "status" },
    { url: "https://a.example.com/lib/x.js", reason: "status" },
    { url: "https://a.example.com/no.js", reason: "status" },
    { url: "https://a.example.com/pic(1).png", reason: "status" },
  ]);
  expect(texts["index.html"]).toContain(`<script src="vendor/a.example.com/ok.js">`);
  expect(texts["index.html"]).toContain(`<script src="https://a.example.com/no.js">`);
  // What was relative to the other host names it now.
  expect(texts["vendor/a.example.com/sheet.css"]).toBe(
    "@import '../../vendor/a.example.com/more.css'; b { background: url(https://a.example.com/gone.png#x) }",
  );
  expect(texts["vendor/a.example.com/more.css"]).toBe(
    "i { background: url(https://a.example.com/pic%281%29.png) }",
  );
});

it("reads the package's own style sheets, and keeps apart what would have the same path", async () => {
  const web = internet({
    "https://a.example.com/x": ["text/css", "1"],
    "https://a.example.com/x.css": ["text/css", "2"],
  });
  const { texts } = await bring(
    {
      "css/own.css": `@import url("https://a.example.com/x"); @import "https://a.example.com/x.css"`,
      "index.html": `<style>@import url(https://a.example.com/x.css)</style>`,
      [SOURCES_FILE]: JSON.stringify({
        files: [{ path: "vendor/old.js", url: "https://old.example.com/", sha256: "0" }],
      }),
    },
    web,
  );
  expect(texts["css/own.css"]).toBe(
    `@import url("../vendor/a.example.com/x.css"); @import "../vendor/a.example.com/2-x.css"`,
  );
  expect(texts["index.html"]).toBe("<style>@import url(vendor/a.example.com/2-x.css)</style>");
  expect((JSON.parse(texts[SOURCES_FILE]!) as { files: unknown[] }).files).toHaveLength(3);
});

it("ends where there is too much of it", async () => {
  const many = Array.from({ length: OUTSIDE_FILES_MAX + 20 }, (_, n) => `https://a.example.com/${n}.js`);
  const web = internet(Object.fromEntries(many.map((url) => [url, ["text/javascript", "1"]])));
  const { brought, failed } = await bring(
    { "index.html": many.map((url) => `<script src="${url}"></script>`).join("") },
    web,
  );
  expect(brought.length).toBeLessThanOrEqual(OUTSIDE_FILES_MAX + 4);
  expect(brought.length + failed.length).toBe(many.length);
  expect(new Set(failed.map(({ reason }) => reason))).toEqual(new Set(["many"]));
});

it("leaves alone what is not in UTF-8, and says so", async () => {
  const latin = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0));
  const page = latin(`<script src="https://a.example.com/x.js"></script>caf\u00e9`);
  const sheet = latin("/* caf\u00e9 */ b { background: url(pic.png) }");
  const bom = `\ufeff<script src="https://a.example.com/x.js"></script>`;
  const web = internet({ "https://a.example.com/x.js": ["text/javascript", "1"] });
  const fetchFile = async (request: OutsideFileRequest): Promise<OutsideFile> =>
    request.kind === "style"
      ? {
          state: "fetched",
          url: request.url,
          contentType: "text/css",
          sha256: "0",
          content: Buffer.from(sheet).toString("base64"),
        }
      : web.fetchFile(request);
  const project = new Map([
    ["latin.html", page],
    ["bom.html", encode(bom)],
    ["sheet.html", encode(`<link rel=stylesheet href=https://a.example.com/s.css>`)],
  ]);
  const { files, failed } = withFetched(project, await fetchOutside(project, fetchFile));
  expect(files.get("latin.html")).toEqual(page);
  expect(files.get("vendor/a.example.com/s.css")).toEqual(sheet);
  expect(files.get("bom.html")).toEqual(encode(`\ufeff<script src="vendor/a.example.com/x.js"></script>`));
  expect(failed).toEqual([
    { url: "https://a.example.com/x.js", reason: "encoding" },
    { url: "https://a.example.com/pic.png", reason: "encoding" },
  ]);
});

it("keeps what was edited while the files were fetched", async () => {
  const script = (name: string) => `<script src="https://a.example.com/${name}.js"></script>`;
  const web = internet({
    "https://a.example.com/1.js": ["text/javascript", "1"],
    "https://a.example.com/2.js": ["text/javascript", "2"],
  });
  const before = projectOf({
    "a.html": script("1"),
    "b.html": script("2"),
    "c.html": script("1"),
    "app.js": "x",
  });
  const fetched = await fetchOutside(before, web.fetchFile);
  const now = projectOf({
    "a.html": script("1"),
    "b.html": `${script("2")}edited`,
    "app.js": "y",
    "new.js": "",
  });
  const { files, brought, failed } = withFetched(now, fetched);
  expect([...files.keys()].sort()).toEqual(
    ["a.html", "app.js", "b.html", "new.js", "vendor/a.example.com/1.js", SOURCES_FILE].sort(),
  );
  for (const path of ["b.html", "app.js", "new.js"]) expect(files.get(path)).toEqual(now.get(path));
  expect(brought).toEqual([{ path: "vendor/a.example.com/1.js", url: "https://a.example.com/1.js" }]);
  expect(failed).toEqual([
    { url: "https://a.example.com/2.js", reason: "changed" },
    { url: "https://a.example.com/1.js", reason: "changed" },
  ]);
});

it("gives every file a name that packages take, beside what is there", async () => {
  const host = "https://a.example.com";
  const nasty = [
    `${host}/con/aux.js/nul`,
    `${host}/end./dots.../x.`,
    `${host}/.hidden/.js`,
    `${host}/LPT1.txt?a=${"q".repeat(500)}.`,
    `${host}/${"deep/".repeat(60)}${"n".repeat(300)}.min.js`,
    `${host}/a`,
    `${host}/a/b.js`,
    `${host}/A/c.js`,
    `${host}/%E2%80%AE%00/%2e%2e%2f.js`,
    `${host}/a:b|c*.js`,
    "https://sources.json/x.js",
    `https://${"long-".repeat(11)}x.${"y".repeat(60)}.example.com./x.js`,
    "https://con.example.com/x.js",
    host,
  ];
  const web = internet(Object.fromEntries(nasty.map((url) => [url, ["text/javascript", "1"]])));
  const page = `<!doctype html>${nasty.map((url) => `<script src="${url}"></script>`).join("\n")}`;
  const manifest = JSON.stringify({ name: "Nasty", version: "1.0.0", entry: { html: "index.html" } });
  const surroundings: Record<string, string>[] = [
    {},
    { vendor: "a file" },
    { "Vendor/x.js": "another spelling" },
    { "vendor/a.example.com": "a file", "vendor/_Con.example.com/x.js": "" },
    { "VENDOR/sources.json": "", "vendor-2/sources.json": "[]" },
  ];
  for (const there of surroundings) {
    const { files, brought, failed } = await bring(
      { "manifest.json": manifest, "index.html": page, ...there },
      web,
    );
    expect(failed).toEqual([]);
    expect(brought).toHaveLength(nasty.length);
    for (const path of files.keys()) expect(path.length).toBeLessThanOrEqual(200);
    for (const [path, text] of Object.entries(there)) expect(files.get(path)).toEqual(encode(text));
    const { package: opened, findings } = await checkProject(files);
    expect(opened ? [] : findings).toEqual([]);
  }
});

it("does not write over a file of the maker's that has the name of the list of sources", async () => {
  const web = internet({ "https://a.example.com/x.js": ["text/javascript", "1"] });
  const page = `<script src="https://a.example.com/x.js"></script>`;
  for (const own of [`{"files":[{"id":1}]}`, `{"files":[],"more":1}`, "[]", "text"]) {
    const first = await bring({ "index.html": page, [SOURCES_FILE]: own }, web);
    expect(first.texts[SOURCES_FILE]).toBe(own);
    expect(first.sources).toBe("vendor/2-sources.json");
    // The second time it goes on in its own.
    const again = await bring({ ...first.texts, "more.html": page }, web);
    expect(again.sources).toBe(first.sources);
    expect((JSON.parse(again.texts[first.sources]!) as { files: unknown[] }).files).toHaveLength(2);
  }
});

it("says that the server is busy, and ends when it is to", async () => {
  const project = projectOf({ "index.html": `<script src="https://a.example.com/x.js"></script>` });
  const reasonOf = async (error: Error) =>
    (await fetchOutside(project, () => Promise.reject(error))).failed.map(({ reason }) => reason);
  const refusal = (code: string) => new ApiError({ code, message: "", status: 500 });
  expect(await reasonOf(refusal("rate_limited"))).toEqual(["busy"]);
  expect(await reasonOf(refusal("unavailable"))).toEqual(["busy"]);
  expect(await reasonOf(refusal("network_failure"))).toEqual(["network"]);
  const ending = new AbortController();
  const fetching = fetchOutside(
    project,
    (_, signal) =>
      new Promise((_, reject) => signal!.addEventListener("abort", () => reject(signal!.reason as Error))),
    { signal: ending.signal },
  );
  ending.abort();
  await expect(fetching).rejects.toMatchObject({ name: "AbortError" });
});

it("knows an address again that has failed", () => {
  const failed = [{ url: "https://a.example.com/pic(1).png", reason: "status" as const }];
  expect(hasNewAddress(["https://a.example.com/pic%281%29.png"], failed)).toBe(false);
  expect(hasNewAddress(["https://a.example.com/pic%281%29.png", "https://a.example.com/2"], failed)).toBe(
    true,
  );
  expect(hasNewAddress([], [])).toBe(false);
});
