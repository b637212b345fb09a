import type { OutsideFile, OutsideFileRequest, OUTSIDE_FAILURES } from "@/lib/apps/outside-contract";
import { ApiError } from "@/lib/browser/api";
import {
  IMPORT_DEPTH_MAX,
  OUTSIDE_FILES_AT_ONCE,
  OUTSIDE_FILES_MAX,
  OUTSIDE_TOTAL_BYTES,
} from "@/lib/config/outside-limits";
import type { Finding } from "@/lib/package/finding";
import { FILE_SCAN_MAX_BYTES } from "@/lib/package/inspect-files";
import { ImportMaps, packageUrl, usesInModule } from "@/lib/package/module-uses";
import { replaced, usesInPage, usesInStyle, type OutsideUse } from "@/lib/package/outside-uses";
import { fromBase64 } from "@/lib/projects/base64";
import { isSameBytes } from "../playground/project";
import { freePath, outsidePath, registerOf, sourcesFile, vendorFolder, withSources } from "./outside-paths";

/**
 * Brings the scripts, modules and style sheets that a package loads from the internet into it, and what those style sheets
 * load and modules import: `fetchOutside` fetches them, and `withFetched` puts them in.
 */

type Files = { keys(): Iterable<string>; get(path: string): Uint8Array | undefined };
/** A page, style sheet or script of the package. */
type Loader = {
  bytes: Uint8Array;
  /** Null where it is not in UTF-8: with other addresses written into it, its other letters would be lost. */
  text: string | null;
  uses: OutsideUse[];
};
export type Failure =
  (typeof OUTSIDE_FAILURES)[number] | "incomplete" | "many" | "network" | "busy" | "encoding" | "changed";
type Failed = { url: string; reason: Failure };
export type Fetched = {
  loaders: ReadonlyMap<string, Loader>;
  /** Whole modules only. */
  kept: ReadonlyMap<string, Kept>;
  failed: readonly Failed[];
};
export type Brought = {
  files: ReadonlyMap<string, Uint8Array>;
  brought: { path: string; url: string }[];
  failed: Failed[];
  /** Names where each file comes from, and what it was. */
  sources: string;
};
type FetchFile = (request: OutsideFileRequest, signal?: AbortSignal) => Promise<OutsideFile>;

/** A style sheet of a page names fonts, pictures and style sheets; those of the last name no more. */
const DEPTH_MAX = 2;
/** Of all scripts together, as the check scans them. */
const SCRIPTS_SCAN_MAX_BYTES = 12 * 1024 * 1024;
/** What may be an import: the lexer takes long. */
const NAMES_OUTSIDE = /["'`](?:https?:)?\/\//;

/** The pages, style sheets and scripts of the package that load something from the internet. */
export function findLoaders(files: Files): Map<string, Loader> {
  return findIn(files).loaders;
}

function findIn(files: Files): { loaders: Map<string, Loader>; maps: ImportMaps } {
  const maps = new ImportMaps();
  const texts: { path: string; bytes: Uint8Array; text: string | null; shown: string }[] = [];
  let scanned = 0;
  for (const path of files.keys()) {
    const isScript = /\.m?js$/i.test(path);
    if (!isScript && !isPage(path) && !/\.css$/i.test(path)) continue;
    const bytes = files.get(path)!;
    // The check does not scan it either.
    if (bytes.length > FILE_SCAN_MAX_BYTES) continue;
    if (isScript && (scanned += bytes.length) > SCRIPTS_SCAN_MAX_BYTES) continue;
    const text = readUtf8(bytes);
    const shown = text ?? new TextDecoder().decode(bytes);
    if (isPage(path)) maps.addPage(shown, path);
    texts.push({ path, bytes, text, shown });
  }
  const loaders = new Map<string, Loader>();
  for (const { path, shown, ...given } of texts) {
    const inModule = (source: string) =>
      maps.isEmpty && !NAMES_OUTSIDE.test(source)
        ? []
        : (usesInModule(source, packageUrl(path), maps)?.uses ?? []);
    const uses = isPage(path)
      ? usesInPage(shown, inModule)
      : /\.css$/i.test(path)
        ? usesInStyle(shown, null)
        : inModule(shown);
    if (uses.length > 0) loaders.set(path, { ...given, uses });
  }
  return { loaders, maps };
}

const isPage = (path: string): boolean => /\.x?html?$/i.test(path);
/** What is fetched; a prefix stands for modules that are used elsewhere. */
const isFile = ({ kind }: OutsideUse): boolean => kind !== "prefix";

function readUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

export function addressesOf(loaders: ReadonlyMap<string, Loader>): string[] {
  return [...new Set([...loaders.values()].flatMap(({ uses }) => uses.filter(isFile).map(addressOf)))];
}

/** Each address once; none where the check has found no file from elsewhere. */
export function outsideAddresses(files: Files, findings: readonly Finding[]): string[] {
  return findings.some(({ code }) => code === "external_load") ? addressesOf(findLoaders(files)) : [];
}

/** Whether there is an address that has not failed already. */
export function hasNewAddress(addresses: readonly string[], failed: readonly Failed[]): boolean {
  const known = new Set(failed.map(({ url }) => quoted(url)));
  return addresses.some((url) => !known.has(quoted(url)));
}

type Kept = {
  url: string;
  sha256: string;
  contentType: string;
  bytes: Uint8Array;
  text: string | null;
  uses: OutsideUse[];
  /** Keys of the modules without which it does not run. */
  needs: string[];
};

/** Fetches each file once. @throws what `signal` is aborted with */
export async function fetchOutside(
  files: Files,
  fetchFile: FetchFile,
  { onProgress, signal }: { onProgress?: (done: number, total: number) => void; signal?: AbortSignal } = {},
): Promise<Fetched> {
  const { loaders, maps } = findIn(files);
  const kept = new Map<string, Kept>();
  const failed = new Map<string, Failure>();
  const unreadable: OutsideUse[] = [];
  let bytes = 0;
  let done = 0;
  let wanted = new Map<string, OutsideUse>();
  for (const { text, uses } of loaders.values()) {
    const found = uses.filter(isFile);
    if (text === null) unreadable.push(...found);
    else for (const use of found) wanted.set(keyOf(use), together(use, wanted.get(keyOf(use))));
  }
  for (let depth = 0; wanted.size > 0; depth++) {
    const queue = [...wanted];
    const total = done + queue.length;
    const next = new Map<string, OutsideUse>();
    const work = async () => {
      for (let job = queue.shift(); job; job = queue.shift()) {
        const [key, use] = job;
        const isDeep = depth > (use.kind === "module" ? IMPORT_DEPTH_MAX : DEPTH_MAX);
        const isFull = isDeep || kept.size + failed.size >= OUTSIDE_FILES_MAX || bytes >= OUTSIDE_TOTAL_BYTES;
        const result = isFull ? "many" : await fetchOne(use, fetchFile, signal);
        signal?.throwIfAborted();
        const file =
          typeof result === "string" ? result : readNamed(use, result, { depth, maps, unreadable });
        if (typeof file === "string") failed.set(key, file);
        else {
          bytes += file.bytes.length;
          kept.set(key, file);
          // No more are fetched; what lacks one is left out.
          for (const inner of file.uses) if (next.size < OUTSIDE_FILES_MAX) next.set(keyOf(inner), inner);
        }
        onProgress?.(++done, total);
      }
    };
    onProgress?.(done, total);
    await Promise.all(Array.from({ length: OUTSIDE_FILES_AT_ONCE }, work));
    wanted = new Map([...next].filter(([key]) => !kept.has(key) && !failed.has(key)));
  }
  for (const key of takeBroken(loaders, kept)) failed.set(key, "incomplete");
  return {
    loaders,
    kept,
    failed: [
      ...[...failed].map(([key, reason]) => ({ url: key.slice(key.indexOf(" ") + 1), reason })),
      ...unreadable.map((use) => ({ url: addressOf(use), reason: "encoding" as const })),
    ],
  };
}

/** What a fetched file names itself. */
function readNamed(
  { kind }: OutsideUse,
  file: FetchedFile,
  { depth, maps, unreadable }: { depth: number; maps: ImportMaps; unreadable: OutsideUse[] },
): Kept | Failure {
  if (kind === "module") {
    const text = readUtf8(file.bytes);
    const found = text === null ? null : usesInModule(text, file.url, maps);
    if (found === null) return "type";
    const needs = found.uses.filter(({ isLazy }) => !isLazy).map(keyOf);
    return { ...file, text, uses: found.uses, needs: [...needs, ...found.mapped.map(moduleKey)] };
  }
  if (kind !== "style" || depth >= DEPTH_MAX) return { ...file, text: null, uses: [], needs: [] };
  const text = readUtf8(file.bytes);
  const uses = usesInStyle(text ?? new TextDecoder().decode(file.bytes), file.url);
  if (text !== null) return { ...file, text, uses, needs: [] };
  unreadable.push(...uses);
  return { ...file, text, uses: [], needs: [] };
}

/** Takes the modules out that lack another. @returns the keys of those that something names which stays */
function takeBroken(loaders: ReadonlyMap<string, Loader>, kept: Map<string, Kept>): string[] {
  const broken = new Set<string>();
  for (let before = -1; before < broken.size;) {
    before = broken.size;
    for (const [key, { needs }] of kept) {
      if (needs.some((needed) => !kept.has(needed))) {
        kept.delete(key);
        broken.add(key);
      }
    }
  }
  const named = [...loaders.values(), ...kept.values()].flatMap(({ uses }) => uses.map(keyOf));
  return [...new Set(named)].filter((key) => broken.has(key));
}

/** Several uses of one address are one file. */
const together = (use: OutsideUse, other: OutsideUse = use): OutsideUse => ({
  ...use,
  integrity: other.integrity || use.integrity,
});

/**
 * Puts what was fetched into the files, which may have changed meanwhile: a page or style sheet that is not as it was
 * read stays as it is.
 */
export function withFetched(files: Files, { loaders, kept, failed }: Fetched): Brought {
  const changed: Failed[] = [];
  const applied = [...loaders].filter(([path, { bytes, text, uses }]) => {
    if (text === null) return false;
    if (isSameBytes(files.get(path), bytes)) return true;
    const lost = uses.filter((use) => kept.has(keyOf(use)));
    changed.push(...lost.map((use) => ({ url: addressOf(use), reason: "changed" as const })));
    return false;
  });
  const register = registerOf(files.keys());
  const sources = sourcesFile(files, register);
  const paths = new Map<string, string>();
  // Two addresses that lead to one are one module, which is to run once.
  const added = new Map<string, string>();
  const add = (uses: readonly OutsideUse[]) => {
    for (const use of uses) {
      const key = keyOf(use);
      const file = kept.get(key);
      if (!file || paths.has(key)) continue;
      const place = `${use.kind} ${withoutHash(file.url)}`;
      const path = added.get(place) ?? freePath(outsidePath(file.url, file.contentType), register);
      added.set(place, path);
      paths.set(key, path);
      add(file.uses);
    }
  };
  for (const [, { uses }] of applied) add(uses);

  const result = new Map([...files.keys()].map((path) => [path, files.get(path)!]));
  for (const [path, { text, uses }] of applied) {
    const all = uses.flatMap((use) => (use.kind === "prefix" && isMissing(use, failed) ? [] : [use]));
    result.set(path, rewritten(path, text!, all, paths, false));
  }
  const byPath = new Map([...paths].map(([key, path]) => [path, { ...kept.get(key)!, path }]));
  const brought = [...byPath.values()];
  for (const { path, bytes, text, uses } of brought) {
    result.set(path, text !== null && uses.length > 0 ? rewritten(path, text, uses, paths, true) : bytes);
  }
  if (brought.length > 0) result.set(sources, withSources(files.get(sources), brought));
  const all = new Map([...failed, ...changed].map((each) => [`${each.reason} ${each.url}`, each]));
  return {
    files: result,
    brought: brought.map(({ path, url }) => ({ path, url })),
    failed: [...all.values()],
    sources,
  };
}

const withoutHash = (url: string): string => url.replace(/#.*$/s, "");
/** Modules with the same address are one, however it is written. */
const addressOf = ({ kind, url }: Pick<OutsideUse, "kind" | "url">): string =>
  withoutHash(kind === "module" && URL.canParse(url) ? new URL(url).href : url);
const keyOf = (use: Pick<OutsideUse, "kind" | "url">): string => `${use.kind} ${addressOf(use)}`;
const moduleKey = (url: string): string => keyOf({ kind: "module", url });

/** Whether one of the modules that a prefix stands for could not be brought in. */
const isMissing = ({ url }: OutsideUse, failed: readonly Failed[]): boolean =>
  failed.some((each) => each.url.startsWith(url));

type FetchedFile = Pick<Kept, "url" | "sha256" | "contentType" | "bytes">;

async function fetchOne(
  use: OutsideUse,
  fetchFile: FetchFile,
  signal: AbortSignal | undefined,
): Promise<FetchedFile | Failure> {
  const { kind, integrity } = use;
  const asked = kind === "module" || kind === "prefix" ? "script" : kind;
  const answer = await fetchFile({ url: addressOf(use), kind: asked, integrity }, signal).catch(failureOf);
  if (typeof answer === "string") return answer;
  if (answer.state === "failed") return answer.reason;
  const { url, sha256, contentType } = answer;
  return { url, sha256, contentType, bytes: fromBase64(answer.content) };
}

const failureOf = (error: unknown): Failure =>
  error instanceof ApiError && ["rate_limited", "unavailable"].includes(error.code) ? "busy" : "network";

/** @param isForeign whether its relative addresses were those of another host: what is not in the package gets the whole address */
function rewritten(
  path: string,
  text: string,
  uses: readonly OutsideUse[],
  paths: ReadonlyMap<string, string>,
  isForeign: boolean,
): Uint8Array {
  const up = "../".repeat(path.split("/").length - 1);
  const places = uses.flatMap((use) => {
    if (use.kind === "prefix") {
      const isUsed = [...paths.keys()].some((key) => key.startsWith(keyOf({ ...use, kind: "module" })));
      return isUsed ? [{ start: use.start, end: use.end, by: `${up || "./"}${vendorFolder(use.url)}/` }] : [];
    }
    const target = paths.get(keyOf(use));
    if (!target) return isForeign ? [{ start: use.start, end: use.end, by: quoted(use.url) }] : [];
    const hash = /#[\w-]*$/.exec(use.url)?.[0] ?? "";
    // The name of a module begins with a dot, or it is one of an import map.
    const base = use.kind === "module" && up === "" ? "./" : up;
    return [
      { start: use.start, end: use.end, by: `${base}${target}${hash}` },
      ...use.drop.map((place) => ({ ...place, by: "" })),
    ];
  });
  return new TextEncoder().encode(replaced(text, places));
}

/** An address that stands between quotes, brackets or neither. */
const quoted = (url: string): string =>
  url.replace(/[()'"\\\s]/g, (char) => `%${char.charCodeAt(0).toString(16).padStart(2, "0")}`);
