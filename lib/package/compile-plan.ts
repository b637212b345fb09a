import { isTextFile, textOf, withText, type FilesInMemory as Project } from "./file-texts";
import { findRunnablePage } from "./find-page";

/** What is built: TypeScript, and what has JSX. */
const BUILT = /\.(tsx?|mts|jsx)$/i;
const HTML = /\.html?$/i;
const SCRIPT = /(<script\b[^>]*?\bsrc\s*=\s*)(["'])([^"']+)\2([^>]*>)/gi;
const IMPORT_MAP = /<script\b[^>]*\btype\s*=\s*["']importmap["'][^>]*>([\s\S]*?)<\/script>/gi;
const IMPORTS_BUILT = /(?:from|import)\s*\(?\s*["'][^"']+\.(?:tsx?|mts|jsx)["']/;

export type CompilePlan = {
  /** With its pages referring to what is built. */
  project: Project;
  /** Entries by the format of their output. */
  modules: string[];
  scripts: string[];
  /** Names in import maps, which stay as they are. */
  mapped: string[];
};

export const builtName = (path: string): string => path.replace(BUILT, ".js");

/** What a project has to be built of; null where nothing. */
export function compilePlan(project: Project): CompilePlan | null {
  if (![...project.keys()].some((path) => BUILT.test(path) && !path.endsWith(".d.ts"))) return null;
  const modules = new Set<string>();
  const scripts = new Set<string>();
  const mapped = new Set<string>();
  let changed = project;
  for (const page of [...project.keys()].filter((path) => HTML.test(path))) {
    const html = textOf(project, page);
    for (const [, map] of html.matchAll(IMPORT_MAP)) for (const name of namesOf(map!)) mapped.add(name);
    const rewritten = html.replace(
      SCRIPT,
      (tag: string, before: string, quote: string, src: string, after: string) => {
        const entry = entryOf(project, page, src);
        if (entry === null) return tag;
        const isModule = /\btype\s*=\s*["']?module\b/i.test(before + after);
        (isModule ? modules : scripts).add(entry);
        return `${before}${quote}${src.replace(/\.(?:tsx?|mts|jsx)(?=[?#]|$)/i, ".js")}${quote}${after}`;
      },
    );
    if (rewritten !== html) changed = withText(changed, page, rewritten);
  }
  const entry = manifestModule(project);
  if (entry !== null) {
    modules.add(entry);
    changed = withText(
      changed,
      "manifest.json",
      textOf(project, "manifest.json").replace(entry, builtName(entry)),
    );
  }
  if (modules.size + scripts.size === 0) return null;
  return {
    project: changed,
    modules: [...modules],
    scripts: [...scripts].filter((path) => !modules.has(path)),
    mapped: [...mapped],
  };
}

/**
 * Whether the page or script that the app begins with is built. A folder of sources may have the page of another build,
 * such as dist/index.html, which runs as it is.
 */
export function needsBuild(files: Project): boolean {
  const begins = manifestPage(files) ?? findRunnablePage(new Map(files));
  return compilePlan(new Map([...files].filter(([path]) => !HTML.test(path) || path === begins))) !== null;
}

/** The file behind the address of a script, if it is built: itself, what it imports, or the source of what it names. */
function entryOf(project: Project, page: string, src: string): string | null {
  if (/^(?:[a-z]+:|\/\/)/i.test(src)) return null;
  const { pathname } = new URL(src, `http://project/${encodeURI(page)}`);
  const path = decodeURIComponent(pathname.slice(1));
  if (project.has(path)) {
    if (BUILT.test(path)) return path;
    return isTextFile(path) && IMPORTS_BUILT.test(textOf(project, path)) ? path : null;
  }
  const source = [".tsx", ".ts", ".jsx"]
    .map((ending) => path.replace(/\.js$/, ending))
    .find((name) => project.has(name));
  return source ?? null;
}

function namesOf(map: string): string[] {
  try {
    return Object.keys((JSON.parse(map) as { imports?: object }).imports ?? {});
  } catch {
    return [];
  }
}

function manifestModule(project: Project): string | null {
  const { module } = manifestEntry(project);
  return typeof module === "string" && BUILT.test(module) && project.has(module) ? module : null;
}

function manifestPage(project: Project): string | null {
  const { html } = manifestEntry(project);
  return typeof html === "string" ? html.trim().replace(/^(?:\.\/)+/, "") : null;
}

function manifestEntry(project: Project): { html?: unknown; module?: unknown } {
  try {
    const { entry } = JSON.parse(textOf(project, "manifest.json")) as { entry?: unknown };
    if (typeof entry === "string") return { html: entry, module: entry };
    return entry && typeof entry === "object" ? entry : {};
  } catch {
    return {};
  }
}

/** On the first line of the code, so that its lines stay those of the source map. */
const MARK = /^\/\* Built from (\S+)\. \*\/ /;
export const withMark = (source: string, code: string): string =>
  `/* Built from ${encodeURI(source)}. */ ${code}`;

/** Without what an earlier build has made of sources that are there, for packages that are opened again. */
export function withoutBuilt(project: Project): Project {
  const isBuilt = (path: string): boolean => {
    if (!path.endsWith(".js")) return false;
    const [, source] = MARK.exec(textOf(project, path).slice(0, 1_000)) ?? [];
    return source !== undefined && project.has(decodeURI(source));
  };
  const built = [...project.keys()].filter(isBuilt);
  return built.length === 0 ? project : new Map([...project].filter(([path]) => !built.includes(path)));
}
