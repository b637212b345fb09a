import { textOf, withText, type FilesInMemory as Project } from "./file-texts";
import { findRunnablePage } from "./find-page";
import { scanHtml, valueEnd, type HtmlTag } from "./html-scan";

/** What is built: TypeScript, and what has JSX. */
const BUILT = /\.(tsx?|mts|jsx)$/i;
const HTML = /\.html?$/i;
/** At most one run of spaces at each place, so that it takes linear time. */
const IMPORTS_BUILT = /(?:from|import)\s*(?:\(\s*)?["'][^"']+\.(?:tsx?|mts|jsx)["']/;
/** Scripts that are built for what they import. */
const SCRIPT = /\.m?js$/i;
const BUNDLE = ".built.js";

export type CompilePlan = {
  /** With its pages referring to what is built. */
  project: Project;
  /** Entries by the format of their output. */
  modules: string[];
  scripts: string[];
  /** Names in import maps, which stay as they are. */
  mapped: string[];
};

/** Never the name of the source itself, which stays in the package. */
export const builtName = (path: string): string =>
  BUILT.test(path) ? path.replace(BUILT, ".js") : path.replace(SCRIPT, BUNDLE);

/** What a project has to be built of; null where nothing. */
export function compilePlan(project: Project): CompilePlan | null {
  if (![...project.keys()].some(isBuiltSource)) return null;
  const modules = new Set<string>();
  const scripts = new Set<string>();
  const mapped = new Set<string>();
  let changed = project;
  for (const page of [...project.keys()].filter((path) => HTML.test(path))) {
    const html = textOf(project, page);
    const edits: { start: number; end: number; text: string }[] = [];
    scanHtml(html, (tag) => {
      if (tag.name !== "script") return;
      const type = attributeOf(tag, "type")?.value.trim() ?? "";
      if (/^importmap$/i.test(type)) for (const name of namesOf(tag.raw!.source)) mapped.add(name);
      const src = attributeOf(tag, "src");
      const entry = src ? entryOf(project, page, src.value) : null;
      if (!src || entry === null) return;
      (/^module$/i.test(type) ? modules : scripts).add(entry);
      const range = { start: src.valueAt, end: valueEnd(html, src) };
      edits.push({ ...range, text: builtAddress(html.slice(range.start, range.end), entry) });
    });
    const rewritten = edits.reduceRight(
      (text, { start, end, text: address }) => text.slice(0, start) + address + text.slice(end),
      html,
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

const attributeOf = (tag: HtmlTag, name: string) => tag.attributes.find((each) => each.name === name);

/** The address of a script as its page writes it, changed to that of what is built. */
function builtAddress(address: string, entry: string): string {
  if (/\.built\.js\s*(?:[?#]|$)/i.test(address)) return address;
  return BUILT.test(entry)
    ? address.replace(/\.(?:tsx?|mts|jsx)(?=\s*(?:[?#]|$))/i, ".js")
    : address.replace(/\.m?js(?=\s*(?:[?#]|$))/i, BUNDLE);
}

/** The file behind the address of a script, if it is built: itself, what it imports, or the source of what it names. */
function entryOf(project: Project, page: string, src: string): string | null {
  const path = pathOf(page, src);
  if (path === null) return null;
  if (project.has(path)) {
    if (BUILT.test(path)) return path;
    return SCRIPT.test(path) && IMPORTS_BUILT.test(textOf(project, path)) ? path : null;
  }
  const sources = path.endsWith(BUNDLE)
    ? [".js", ".mjs"].map((ending) => path.slice(0, -BUNDLE.length) + ending)
    : [".tsx", ".ts", ".jsx", ".mts"].map((ending) => path.replace(/\.js$/, ending));
  return sources.find((name) => project.has(name)) ?? null;
}

/** Null for addresses outside the project, and for those that are none. */
function pathOf(page: string, src: string): string | null {
  if (/^\s*(?:[a-z]+:|\/\/)/i.test(src)) return null;
  try {
    const { pathname } = new URL(src, `http://project/${encodeURI(page)}`);
    return decodeURIComponent(pathname.slice(1));
  } catch {
    return null;
  }
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

/** What is built, by its name. */
export const isBuiltSource = (path: string): boolean => BUILT.test(path) && !path.endsWith(".d.ts");

/** What an earlier build has made, with the source of each, where that is there. */
export function builtOf(project: Project): Map<string, string> {
  const built = new Map<string, string>();
  for (const path of project.keys()) {
    if (!path.endsWith(".js")) continue;
    const source = sourceOf(textOf(project, path).slice(0, 1_000));
    // Earlier versions built scripts in place: there the file is all that is left of its source.
    if (source !== null && source !== path && project.has(source)) built.set(path, source);
  }
  return built;
}

/** Without what an earlier build has made of sources that are there, for packages that are opened again. */
export function withoutBuilt(project: Project): Project {
  const built = builtOf(project);
  return built.size === 0 ? project : new Map([...project].filter(([path]) => !built.has(path)));
}

function sourceOf(code: string): string | null {
  const [, source] = MARK.exec(code) ?? [];
  try {
    return source === undefined ? null : decodeURI(source);
  } catch {
    return null;
  }
}
