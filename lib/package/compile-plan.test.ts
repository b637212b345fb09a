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
});
