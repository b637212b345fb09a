import { builtName, compilePlan, withMark, type CompilePlan } from "./compile-plan";
import { DOM_JSX } from "./dom-jsx";
import { isTextFile, textOf, withText, type FilesInMemory as Project } from "./file-texts";
import type { Finding } from "./finding";

type CompileError = { text: string; file: string; line: number; column: number };

export type CompileJob = {
  files: [path: string, text: string][];
  entries: string[];
  format: "esm" | "iife";
  /** Names that an import map resolves. */
  mapped: string[];
  jsxRuntime: string;
  tsconfig: string;
};
export type CompileResult = { outputs: [path: string, text: string][]; errors: CompileError[] };
/** esbuild: in a worker of the playground, or that of a maker's folder. */
export type Compiler = (job: CompileJob) => Promise<CompileResult>;

export type Compiled = {
  project: Project;
  /** Source maps by the file that was built. */
  maps: ReadonlyMap<string, string>;
  findings: readonly Finding[];
};

const NO_MAPS: ReadonlyMap<string, string> = new Map();

/** Builds the TypeScript and JSX of a project; one without them stays as it is. */
export async function compileFiles(project: Project, compiler: Compiler): Promise<Compiled> {
  const plan = compilePlan(project);
  if (!plan) return { project, maps: NO_MAPS, findings: [] };
  const built = await Promise.all([
    build(compiler, project, plan, plan.modules, "esm"),
    build(compiler, project, plan, plan.scripts, "iife"),
  ]).catch((error: Error) => [
    // Without a connection, before the compiler has been loaded.
    { outputs: [], errors: [{ text: error.message, file: "", line: 0, column: 0 }] },
  ]);
  const outputs = built.flatMap((each) => each.outputs);
  const errors = built.flatMap((each) => each.errors);
  if (errors.length === 0) errors.push(...withoutOutput(plan, outputs));
  if (errors.length > 0) return { project, maps: NO_MAPS, findings: errors.map(findingOf) };
  const maps = new Map<string, string>();
  let changed = plan.project;
  for (const [path, text] of outputs) {
    if (path.endsWith(".map")) maps.set(path.slice(0, -".map".length), text);
    else {
      const source = [...plan.modules, ...plan.scripts].find((entry) => builtName(entry) === path) ?? path;
      changed = withText(changed, path, withMark(source, text));
    }
  }
  return { project: changed, maps, findings: [] };
}

/** The pages name files that a compiler which is no esbuild, or another version of it, did not make. */
function withoutOutput({ modules, scripts }: CompilePlan, outputs: CompileResult["outputs"]): CompileError[] {
  const made = new Set(outputs.map(([path]) => path));
  return [...modules, ...scripts]
    .filter((entry) => !made.has(builtName(entry)))
    .map((file) => ({ text: "The compiler returned no output", file, line: 1, column: 1 }));
}

async function build(
  compiler: Compiler,
  project: Project,
  plan: CompilePlan,
  entries: string[],
  format: "esm" | "iife",
): Promise<CompileResult> {
  if (entries.length === 0) return { outputs: [], errors: [] };
  return compiler({
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
