/** How TypeScript and JSX are built of the files of a project, with any esbuild: in the playground and on the command line. */

/** @returns {Promise<{outputs: [string, string][], errors: {text: string, file: string, line: number, column: number}[]}>} */
export async function buildProject(esbuild, job) {
  try {
    return await build(esbuild, job);
  } catch (error) {
    const errors = error.errors ?? [{ text: String(error) }];
    return { outputs: [], errors: errors.map(plain) };
  }
}

async function build(esbuild, { files, entries, format, tsconfig, jsxRuntime, mapped }) {
  const texts = new Map(files);
  const { outputFiles } = await esbuild.build({
    entryPoints: entries.map((path) => ({ in: path, out: outputOf(path) })),
    bundle: true,
    write: false,
    outdir: "/",
    outbase: "/",
    format,
    target: "es2022",
    charset: "utf8",
    sourcemap: "external",
    sourcesContent: false,
    legalComments: "none",
    logLevel: "silent",
    tsconfigRaw: tsconfig,
    plugins: [project(texts, new Set(mapped), jsxRuntime)],
  });
  return {
    outputs: outputFiles.map(({ path, text }) => [
      path.replace(/^(?:[A-Z]:)?[/\\]/, "").replaceAll("\\", "/"),
      text,
    ]),
    errors: [],
  };
}

/** Without its ending, which is always .js. As `builtName` has it: a script is never the name of its own output. */
const outputOf = (path) => path.replace(/\.m?js$/i, ".built.js").replace(/\.[^.]+$/, "");

const ENDINGS = [
  "",
  ".tsx",
  ".ts",
  ".jsx",
  ".js",
  ".mjs",
  ".json",
  "/index.tsx",
  "/index.ts",
  "/index.jsx",
  "/index.js",
];
const LOADERS = { tsx: "tsx", ts: "ts", mts: "ts", jsx: "jsx", js: "js", mjs: "js", cjs: "js", json: "json" };
/** Whether the content of a file becomes a part of what imports it; of others it is the address. */
export const isInlined = (path) => Object.hasOwn(LOADERS, endingOf(path)) || endingOf(path) === "css";

const endingOf = (path) => path.slice(path.lastIndexOf(".") + 1).toLowerCase();

const RUNTIME = /^gum-dom\/jsx(-dev)?-runtime$/;

/** Finds imports among the project's files. */
function project(texts, mapped, jsxRuntime) {
  const find = (path) => {
    for (const ending of ENDINGS) if (texts.has(path + ending)) return path + ending;
    // As TypeScript does: `./a.js` may be `./a.ts`.
    const typed = /^(.*)\.(m?js|jsx)$/.exec(path);
    return (
      typed && [".ts", ".tsx", ".mts"].map((ending) => typed[1] + ending).find((name) => texts.has(name))
    );
  };
  return {
    name: "project",
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /.*/ }, ({ path, importer, kind }) => {
        // esbuild writes ./ before a name that is in the working directory, too.
        if (kind === "entry-point") return { path: path.replace(/^\.\//, ""), namespace: "project" };
        if (/^(https?:|data:|blob:|\/\/)/.test(path)) return { path, external: true };
        if (RUNTIME.test(path)) return { path: "runtime", namespace: "gum-dom" };
        if (!/^\.{0,2}\//.test(path)) {
          if (mapped.has(path) || [...mapped].some((name) => name.endsWith("/") && path.startsWith(name)))
            return { path, external: true };
          return { errors: [{ text: `"${path}" is not among the files of the project` }] };
        }
        const { pathname } = new URL(path, `http://project/${importer}`);
        const found = find(decodeURIComponent(pathname.slice(1)));
        return found
          ? { path: found, namespace: "project" }
          : { errors: [{ text: `There is no file "${decodeURIComponent(pathname.slice(1))}"` }] };
      });
      onLoad({ filter: /.*/, namespace: "gum-dom" }, () => ({ contents: jsxRuntime, loader: "js" }));
      onLoad({ filter: /.*/, namespace: "project" }, ({ path }) => {
        const ending = endingOf(path);
        const text = texts.get(path);
        if (LOADERS[ending]) return { contents: text, loader: LOADERS[ending] };
        if (ending === "css")
          return {
            contents: `document.head.append(Object.assign(document.createElement("style"), { textContent: ${JSON.stringify(text)} }));`,
            loader: "js",
          };
        // Pictures and other files: their address.
        return {
          contents: `export default new URL(${JSON.stringify(`/${path}`)}, location.href).href;`,
          loader: "js",
        };
      });
    },
  };
}

function plain({ text, location }) {
  const { file = "", line = 0, column = 0 } = location ?? {};
  return { text, file: file.replace(/^project:/, ""), line, column: column + 1 };
}
