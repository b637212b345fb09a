import type { Finding } from "@/lib/package/finding";
import { isTextFile, textOf, withText, type Project } from "../project";
import { builtName, compilePlan, withMark, type CompilePlan } from "./compile-plan";
import { runCompiler, type CompileError } from "./compiler-client";
import { DOM_JSX } from "./dom-jsx";

export type Compiled = {
  project: Project;
  /** Source maps by the file that was built. */
  maps: ReadonlyMap<string, string>;
  findings: readonly Finding[];
};

const NO_MAPS: ReadonlyMap<string, string> = new Map();

/** Builds the TypeScript and JSX of a project; one without them stays as it is. */
export async function compileProject(project: Project): Promise<Compiled> {
  const plan = compilePlan(project);
  if (!plan) return { project, maps: NO_MAPS, findings: [] };
  const built = await Promise.all([
    build(project, plan, plan.modules, "esm"),
    build(project, plan, plan.scripts, "iife"),
  ]).catch((error: Error) => [
    // Without a connection, before the compiler has been loaded.
    { outputs: [], errors: [{ text: error.message, file: "", line: 0, column: 0 }] },
  ]);
  const errors = built.flatMap((each) => each.errors);
  if (errors.length > 0) return { project, maps: NO_MAPS, findings: errors.map(findingOf) };
  const maps = new Map<string, string>();
  let changed = plan.project;
  for (const [path, text] of built.flatMap((each) => each.outputs)) {
    if (path.endsWith(".map")) maps.set(path.slice(0, -".map".length), text);
    else {
      const source = [...plan.modules, ...plan.scripts].find((entry) => builtName(entry) === path) ?? path;
      changed = withText(changed, path, withMark(source, text));
    }
  }
  return { project: changed, maps, findings: [] };
}

async function build(project: Project, plan: CompilePlan, entries: string[], format: "esm" | "iife") {
  if (entries.length === 0) return { outputs: [], errors: [] };
  return runCompiler({
    // Of other files only the names are needed.
    files: [...project.keys()].map((path) => [path, isTextFile(path) ? textOf(project, path) : ""]),
    entries,
    format,
    mapped: plan.mapped,
    jsxRuntime: DOM_JSX,
    tsconfig: project.has("tsconfig.json")
      ? textOf(project, "tsconfig.json")
      : JSON.stringify({ compilerOptions: { jsx: "react-jsx", jsxImportSource: jsxSource(plan) } }),
  });
}

/** React, where the project has it. */
const jsxSource = ({ mapped }: CompilePlan): string =>
  ["react", "preact"].find((name) => mapped.includes(`${name}/jsx-runtime`)) ?? "gum-dom";

function findingOf({ text, file, line, column }: CompileError): Finding {
  return {
    level: "error",
    code: "build_failed",
    message: text,
    params: { detail: text },
    ...(file && { entry: file, line, column }),
  };
}
