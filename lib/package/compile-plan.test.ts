import { describe, expect, test } from "vitest";
import { builtName, compilePlan, needsBuild, withMark, withoutBuilt } from "./compile-plan";
import { textOf, type FilesInMemory } from "./file-texts";
import { packFiles } from "./open-package";

const projectOf = (files: Record<string, string>): FilesInMemory =>
  new Map(Object.entries(files).map(([path, text]) => [path, new TextEncoder().encode(text)]));
const MANIFEST = '{"name":"A","entry":{"html":"index.html"}}';

describe("what a project is built of", () => {
  test("is nothing without TypeScript or JSX", () => {
    expect(
      compilePlan(projectOf({ "index.html": '<script src="app.js"></script>', "app.js": "" })),
    ).toBeNull();
    expect(compilePlan(projectOf({ "index.html": "", "gum.d.ts": "" }))).toBeNull();
  });

  test("is then nothing that the check calls source", async () => {
    const plan = compilePlan(
      projectOf({
        "index.html": `<script type="module" src="/src/main.tsx"></script><script src="old.jsx"></script>`,
        "src/main.tsx": "",
        "old.jsx": "",
      }),
    )!;
    const built = [...plan.modules, ...plan.scripts].map(
      (path) => [builtName(path), new Uint8Array()] as const,
    );
    const { findings } = await packFiles(new Map([...plan.project, ...built]));
    expect(findings.map(({ code }) => code)).toEqual(["icon_missing"]);
  });

  test("is the scripts of its pages, which then name what is built", () => {
    const plan = compilePlan(
      projectOf({
        "manifest.json": MANIFEST,
        "index.html": `<script type="importmap">{"imports":{"three":"./three.js"}}</script>
          <script type="module" src="./src/main.tsx?v=1"></script><script src='/old.ts'></script>
          <script src="https://example.com/x.ts"></script><script src="plain.js"></script>`,
        "sub/page.html":
          '<script src="../src/main.tsx" type=module></script><script src="uses.js" type="module"></script>',
        "sub/uses.js": 'import { a } from "../src/a.ts";',
        "src/main.tsx": "",
        "src/a.ts": "",
        "old.ts": "",
        "plain.js": "",
      }),
    )!;
    expect(plan.modules.sort()).toEqual(["src/main.tsx", "sub/uses.js"].sort());
    expect(textOf(plan.project, "sub/page.html")).toContain(
      '<script src="../src/main.js" type=module></script><script src="uses.built.js" type="module">',
    );
    expect(plan.scripts).toEqual(["old.ts"]);
    expect(plan.mapped).toEqual(["three"]);
    const page = textOf(plan.project, "index.html");
    expect(page).toContain('src="./src/main.js?v=1"');
    expect(page).toContain("src='/old.js'");
    expect(page).toContain("https://example.com/x.ts");
  });

  test("is the module of its manifest", () => {
    const plan = compilePlan(projectOf({ "manifest.json": '{"entry":{"module":"app.ts"}}', "app.ts": "" }))!;
    expect(plan.modules).toEqual(["app.ts"]);
    expect(textOf(plan.project, "manifest.json")).toBe('{"entry":{"module":"app.js"}}');
  });

  test("can be found again in a package", () => {
    const opened = withoutBuilt(
      projectOf({
        "index.html": '<script type="module" src="main.js"></script>',
        "main.js": withMark("main.tsx", "1"),
        "main.tsx": "1",
        "lone.js": withMark("gone.ts", "1"),
        "own.js": "1",
      }),
    );
    expect(withMark("main.tsx", "one\ntwo").split("\n")[1]).toBe("two");
    expect([...opened.keys()]).toEqual(["index.html", "main.tsx", "lone.js", "own.js"]);
    expect(compilePlan(opened)!.modules).toEqual(["main.tsx"]);
  });

  test("is nothing where the app begins with the page of another build", () => {
    const page = '<script type="module" src="src/main.tsx"></script>';
    const folder = { "index.html": page, "src/main.tsx": "" };
    expect(needsBuild(projectOf(folder))).toBe(true);
    expect(needsBuild(projectOf({ ...folder, "dist/index.html": "<p>" }))).toBe(false);
    const begins = (html: string) => JSON.stringify({ name: "A", entry: { html } });
    const both = { ...folder, "built/a.html": "<p>", "manifest.json": begins("./built/a.html") };
    expect(needsBuild(projectOf(both))).toBe(false);
    expect(needsBuild(projectOf({ ...both, "manifest.json": begins("index.html") }))).toBe(true);
    expect(needsBuild(projectOf({ "manifest.json": '{"entry":{"module":"a.ts"}}', "a.ts": "" }))).toBe(true);
  });

  test("keeps the source of a script that is built for what it imports", () => {
    const project = projectOf({
      "index.html": '<script type="module" src="main.js?v=1"></script>',
      "main.js": 'import "./a.ts"',
      "a.ts": "",
    });
    const { project: packed, modules } = compilePlan(project)!;
    expect(modules).toEqual(["main.js"]);
    expect(textOf(packed, "index.html")).toContain('src="main.built.js?v=1"');
    const built = new TextEncoder().encode(withMark("main.js", "1"));
    const opened = withoutBuilt(new Map([...packed, [builtName("main.js"), built]]));
    expect([...opened.keys()]).toEqual(["index.html", "main.js", "a.ts"]);
    const again = compilePlan(opened)!;
    expect(again.modules).toEqual(["main.js"]);
    expect(textOf(again.project, "index.html")).toBe(textOf(packed, "index.html"));
    expect(builtName("src/main.mjs")).toBe("src/main.built.js");
  });

  test("leaves scripts of earlier packages, which were built in place, and marks that name nothing", () => {
    const files = {
      "main.js": withMark("main.js", "1"),
      "odd.js": "/* Built from %zz. */ 1",
      "a.ts": "",
    };
    expect([...withoutBuilt(projectOf(files)).keys()]).toEqual(Object.keys(files));
  });

  test("finds the source of every ending again", () => {
    for (const source of ["a.ts", "a.tsx", "a.jsx", "a.mts"]) {
      const plan = compilePlan(
        projectOf({ "index.html": '<script type="module" src="a.js"></script>', [source]: "" }),
      );
      expect(plan?.modules).toEqual([source]);
    }
  });

  test("is no address that cannot be decoded or parsed", () => {
    const page = '<script src="100%.js"></script><script src="/\\\\[.ts"></script>';
    expect(compilePlan(projectOf({ "index.html": page, "a.ts": "" }))).toBeNull();
  });

  test("has addresses without quotes, and not those in comments", () => {
    const plan = compilePlan(
      projectOf({
        "index.html":
          '<!-- <script src="old.ts"></script> --><script type=importmap>{"imports":{"three":"/t.js"}}</script><script type=module src=main.ts></script>',
        "main.ts": "",
        "old.ts": "",
      }),
    )!;
    expect([plan.modules, plan.scripts, plan.mapped]).toEqual([["main.ts"], [], ["three"]]);
    expect(textOf(plan.project, "index.html")).toContain("<script type=module src=main.js></script>");
  });

  test("is found in linear time", () => {
    const spaces = " ".repeat(200_000);
    const project = projectOf({
      "index.html": `<script src=main.js></script>${"<script ".repeat(25_000)}`,
      "main.js": `import${spaces}from${spaces}`,
      "a.ts": "",
    });
    const before = process.cpuUsage();
    expect(compilePlan(project)).toBeNull();
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(200);
  });
});
