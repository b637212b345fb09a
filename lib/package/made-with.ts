import { APP_MADE_WITH_MAX } from "./limits";
import type { Manifest } from "./manifest-contract";
import { sizeOf, type PackableFiles } from "./package-files";
import { EMSCRIPTEN, MADE_WITH_RULES, type MadeWithRule } from "./made-with-rules";

/**
 * The range of a file that is searched: libraries are at its beginning, their exports and banners also at its
 * end.
 */
const HEAD_CHARS = 512 * 1024;
const TAIL_CHARS = 64 * 1024;
const FILES_MAX = 20;
const PAGES_MAX = 6;
/** Of all files together. */
const TOTAL_CHARS = 4 * 1024 * 1024;

/** Longer paths are nobody's build. */
const PATH_MAX_CHARS = 400;

type Found = { name: string; version: string | null };

/**
 * Recognises the engines, frameworks and libraries that a package has in it: by the names of its files, then by text that only
 * their code has. A guess for people to read, which decides nothing. Pages count by their scripts, so that an article may
 * mention anything.
 */
export class MadeWithDetector {
  readonly #found = new Map<string, Found>();
  readonly #chosen: ReadonlySet<string>;
  #left = TOTAL_CHARS;

  constructor(files: PackableFiles) {
    const paths = [...files.keys()].filter((path) => path.length <= PATH_MAX_CHARS);
    for (const rule of MADE_WITH_RULES) this.#findPaths(rule, paths);
    this.#chosen = new Set(choose(files, paths));
  }

  /** Whether a file is one of those that are searched. */
  searches(path: string): boolean {
    return this.#chosen.has(path) && this.#left > 0;
  }

  /** Searches a file, if it is one of those that are. */
  add(path: string, text: string): void {
    if (!this.searches(path)) return;
    const code = isPage(path) ? scriptsOf(text) : text;
    const searched = bounded(code).slice(0, this.#left);
    this.#left -= searched.length;
    for (const rule of [...MADE_WITH_RULES, EMSCRIPTEN]) {
      const known = this.#found.get(rule.name);
      if (known?.version || !(known || hasCode(rule, searched))) continue;
      this.#found.set(rule.name, { name: rule.name, version: versionIn(rule, searched) });
    }
  }

  /** The names with the versions that are certain, the most telling first. */
  names(): string[] {
    const hidden = new Set(
      MADE_WITH_RULES.flatMap(({ name, hides }) => (this.#found.has(name) ? (hides ?? []) : [])),
    );
    const shown = MADE_WITH_RULES.flatMap(({ name }) =>
      hidden.has(name) ? [] : (this.#found.get(name) ?? []),
    );
    if (shown.length === 0 && this.#found.has(EMSCRIPTEN.name)) return [EMSCRIPTEN.name];
    return shown
      .slice(0, APP_MADE_WITH_MAX)
      .map(({ name, version }) => (version === null ? name : `${name} ${version}`));
  }

  #findPaths(rule: MadeWithRule, paths: readonly string[]): void {
    const { name, together } = rule;
    if (together?.every((pattern) => paths.some((path) => pattern.test(path))))
      this.#found.set(name, { name, version: null });
    for (const path of paths) {
      const version = npmVersion(rule, path);
      if (version === undefined && !rule.paths?.test(path)) continue;
      if (!this.#found.get(name)?.version) this.#found.set(name, { name, version: version ?? null });
    }
  }
}

/** What a package says it was made with, else what was detected. */
export function madeWithOf(
  { made_with, runtime_target }: Pick<Manifest, "made_with" | "runtime_target">,
  detected: string[],
): string[] {
  if (made_with) return made_with;
  return runtime_target === "quickjs" ? ["QuickJS", ...detected].slice(0, APP_MADE_WITH_MAX) : detected;
}

/** The pages nearest to the top, then the largest scripts. */
function choose(files: PackableFiles, paths: readonly string[]): string[] {
  const depth = (path: string) => path.split("/").length;
  const pages = paths
    .filter(isPage)
    .sort((a, b) => depth(a) - depth(b))
    .slice(0, PAGES_MAX);
  const scripts = paths
    .filter((path) => /\.m?js$/i.test(path))
    .map((path) => ({ path, size: sizeOf(files, path) }))
    .sort((a, b) => b.size - a.size)
    .map(({ path }) => path);
  return [...pages, ...scripts].slice(0, FILES_MAX);
}

function isPage(path: string): boolean {
  return /\.x?html?$/i.test(path);
}

function bounded(text: string): string {
  if (text.length <= HEAD_CHARS + TAIL_CHARS) return text;
  return `${text.slice(0, HEAD_CHARS)}\n${text.slice(-TAIL_CHARS)}`;
}

const MARKUP = ["<tw-storydata", "Created with https://packager.turbowarp.org/"];

/** The scripts in a page with their start tags, and the elements that are an engine's own. */
function scriptsOf(page: string): string {
  const text = bounded(page);
  const lower = text.toLowerCase();
  const found = MARKUP.filter((marker) => text.includes(marker));
  for (let at = lower.indexOf("<script"); at !== -1;) {
    const end = lower.indexOf("</script", at);
    found.push(text.slice(at, end === -1 ? undefined : end));
    at = end === -1 ? -1 : lower.indexOf("<script", end);
  }
  return found.join("\n");
}

function hasCode({ code }: MadeWithRule, text: string): boolean {
  return code?.some((all) => all.every((marker) => text.includes(marker))) ?? false;
}

function versionIn({ version, prefix = "" }: MadeWithRule, text: string): string | null {
  for (const pattern of version ?? []) {
    const found = pattern.exec(text)?.[1];
    if (found) return prefix + found;
  }
  return null;
}

/** The version in a path like `three@0.160.0/build/three.js`; null where it names no exact one, undefined for other paths. */
function npmVersion({ npm, prefix }: MadeWithRule, path: string): string | null | undefined {
  for (const name of npm ?? []) {
    const at = `/${path}`.indexOf(`/${name}@`);
    if (at === -1) continue;
    const [version = ""] = path.slice(at + name.length + 1).split("/", 1);
    if (!/^\d{1,4}\.\d{1,4}\.\d{1,4}$/.test(version)) return null;
    // three@0.160.0 is r160.
    return prefix ? `${prefix}${version.split(".")[1]}` : version;
  }
  return undefined;
}
