import { expect, test } from "vitest";
import { compileFiles } from "./compile-files";
import { textOf } from "./file-texts";

const project = new Map(
  Object.entries({
    "index.html": '<script type="module" src="main.js"></script><script src="old.ts"></script>',
    "main.js": 'import "./old.ts"',
    "old.ts": "",
  }).map(([path, text]) => [path, new TextEncoder().encode(text)]),
);

test("a compiler that returns no output fails the build", async () => {
  const { findings, project: left } = await compileFiles(project, ({ entries }) =>
    Promise.resolve({ outputs: entries.includes("old.ts") ? [["old.js", "1"]] : [], errors: [] }),
  );
  expect(findings).toMatchObject([{ level: "error", code: "build_failed", entry: "main.js" }]);
  expect(left).toBe(project);
});

test("a script that imports TypeScript is built beside itself", async () => {
  const { findings, project: built } = await compileFiles(project, ({ entries }) =>
    Promise.resolve({
      outputs: entries.map(
        (entry) => [entry === "main.js" ? "main.built.js" : "old.js", "1"] as [string, string],
      ),
      errors: [],
    }),
  );
  expect(findings).toEqual([]);
  expect(textOf(built, "main.js")).toBe('import "./old.ts"');
  expect(textOf(built, "main.built.js")).toBe("/* Built from main.js. */ 1");
});
