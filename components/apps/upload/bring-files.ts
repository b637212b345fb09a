import type { OutsideFile, OutsideFileRequest, OUTSIDE_FAILURES } from "@/lib/apps/outside-contract";
import { ApiError } from "@/lib/browser/api";
import { OUTSIDE_FILES_AT_ONCE, OUTSIDE_FILES_MAX, OUTSIDE_TOTAL_BYTES } from "@/lib/config/outside-limits";
import type { Finding } from "@/lib/package/finding";
import { FILE_SCAN_MAX_BYTES } from "@/lib/package/inspect-files";
import { replaced, usesInPage, usesInStyle, type OutsideUse } from "@/lib/package/outside-uses";
import { fromBase64 } from "@/lib/projects/base64";
import { isSameBytes } from "../playground/project";
import { freePath, outsidePath, registerOf, sourcesFile, withSources } from "./outside-paths";

/**
 * Brings the scripts and style sheets that a package loads from the internet into it, and what those style sheets load:
 * `fetchOutside` fetches them, and `withFetched` puts them in.
 */

type Files = { keys(): Iterable<string>; get(path: string): Uint8Array | undefined };
/** A page or style sheet of the package. */
type Loader = {
  bytes: Uint8Array;
  /** Null where it is not in UTF-8: with other addresses written into it, its other letters would be lost. */
  text: string | null;
  uses: OutsideUse[];
};
export type Failure =
  (typeof OUTSIDE_FAILURES)[number] | "modules" | "many" | "network" | "busy" | "encoding" | "changed";
type Failed = { url: string; reason: Failure };
export type Fetched = {
  loaders: ReadonlyMap<string, Loader>;
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
const IMPORTS = /\b(?:import|from)\s*["'](?:\.{0,2}\/|https?:)|\bimport\(\s*["'](?:\.{0,2}\/|https?:)/;

/** The pages and style sheets of the package that load something from the internet. */
export function findLoaders(files: Files): Map<string, Loader> {
  const found = new Map<string, Loader>();
  for (const path of files.keys()) {
    const isPage = /\.x?html?$/i.test(path);
    if (!isPage && !/\.css$/i.test(path)) continue;
    const bytes = files.get(path)!;
    // The check does not scan it either.
    if (bytes.length > FILE_SCAN_MAX_BYTES) continue;
    const text = readUtf8(bytes);
    const shown = text ?? new TextDecoder().decode(bytes);
    const uses = isPage ? usesInPage(shown) : usesInStyle(shown, null);
    if (uses.length > 0) found.set(path, { bytes, text, uses });
  }
  return found;
}

function readUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

export function addressesOf(loaders: ReadonlyMap<string, Loader>): string[] {
  return [...new Set([...loaders.values()].flatMap(({ uses }) => uses.map(({ url }) => withoutHash(url))))];
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
};

/** Fetches each file once. @throws what `signal` is aborted with */
export async function fetchOutside(
  files: Files,
  fetchFile: FetchFile,
  { onProgress, signal }: { onProgress?: (done: number, total: number) => void; signal?: AbortSignal } = {},
): Promise<Fetched> {
  const loaders = findLoaders(files);
  const kept = new Map<string, Kept>();
  const failed = new Map<string, Failure>();
  const unreadable: OutsideUse[] = [];
  let bytes = 0;
  let done = 0;
  let wanted = new Map<string, OutsideUse>();
  for (const { text, uses } of loaders.values()) {
    if (text === null) unreadable.push(...uses);
    else for (const use of uses) wanted.set(keyOf(use), together(use, wanted.get(keyOf(use))));
  }
  for (let depth = 0; wanted.size > 0; depth++) {
    const queue = [...wanted];
    const total = done + queue.length;
    const next = new Map<string, OutsideUse>();
    const work = async () => {
      for (let job = queue.shift(); job; job = queue.shift()) {
        const [key, use] = job;
        const result = await fetchOne(use, kept.size + failed.size, bytes, fetchFile, signal);
        signal?.throwIfAborted();
        if (typeof result === "string") failed.set(key, result);
        else {
          bytes += result.bytes.length;
          const isSheet = use.kind === "style" && depth < DEPTH_MAX;
          const text = isSheet ? readUtf8(result.bytes) : null;
          const uses = isSheet ? usesInStyle(text ?? new TextDecoder().decode(result.bytes), result.url) : [];
          kept.set(key, { ...result, text, uses: text === null ? [] : uses });
          if (text === null) unreadable.push(...uses);
          else for (const inner of uses) next.set(keyOf(inner), inner);
        }
        onProgress?.(++done, total);
      }
    };
    onProgress?.(done, total);
    await Promise.all(Array.from({ length: OUTSIDE_FILES_AT_ONCE }, work));
    wanted = new Map([...next].filter(([key]) => !kept.has(key) && !failed.has(key)));
  }
  return {
    loaders,
    kept,
    failed: [
      ...[...failed].map(([key, reason]) => ({ url: key.slice(key.indexOf(" ") + 1), reason })),
      ...unreadable.map(({ url }) => ({ url: withoutHash(url), reason: "encoding" as const })),
    ],
  };
}

/** Several uses of one address are one file. */
const together = (use: OutsideUse, other: OutsideUse = use): OutsideUse => ({
  ...use,
  integrity: other.integrity || use.integrity,
  isModule: other.isModule || use.isModule,
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
    changed.push(...lost.map(({ url }) => ({ url: withoutHash(url), reason: "changed" as const })));
    return false;
  });
  const register = registerOf(files.keys());
  const sources = sourcesFile(files, register);
  const paths = new Map<string, string>();
  const add = (uses: readonly OutsideUse[]) => {
    for (const use of uses) {
      const key = keyOf(use);
      const file = kept.get(key);
      if (!file || paths.has(key)) continue;
      paths.set(key, freePath(outsidePath(file.url, file.contentType), register));
      add(file.uses);
    }
  };
  for (const [, { uses }] of applied) add(uses);

  const result = new Map([...files.keys()].map((path) => [path, files.get(path)!]));
  for (const [path, { text, uses }] of applied) result.set(path, rewritten(path, text!, uses, paths, false));
  const brought = [...paths].map(([key, path]) => ({ ...kept.get(key)!, path }));
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
const keyOf = ({ kind, url }: OutsideUse): string => `${kind} ${withoutHash(url)}`;

async function fetchOne(
  { url, kind, integrity, isModule }: OutsideUse,
  count: number,
  bytes: number,
  fetchFile: FetchFile,
  signal: AbortSignal | undefined,
): Promise<Omit<Kept, "text" | "uses"> | Failure> {
  if (count >= OUTSIDE_FILES_MAX || bytes >= OUTSIDE_TOTAL_BYTES) return "many";
  const answer = await fetchFile({ url: withoutHash(url), kind, integrity }, signal).catch(failureOf);
  if (typeof answer === "string") return answer;
  if (answer.state === "failed") return answer.reason;
  const content = fromBase64(answer.content);
  // Its modules have addresses of that host, which the frame does not reach.
  if (isModule && IMPORTS.test(new TextDecoder().decode(content))) return "modules";
  const { url: source, sha256, contentType } = answer;
  return { url: source, sha256, contentType, bytes: content };
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
    const target = paths.get(keyOf(use));
    if (!target) return isForeign ? [{ start: use.start, end: use.end, by: quoted(use.url) }] : [];
    const hash = /#[\w-]*$/.exec(use.url)?.[0] ?? "";
    return [
      { start: use.start, end: use.end, by: `${up}${target}${hash}` },
      ...use.drop.map((place) => ({ ...place, by: "" })),
    ];
  });
  return new TextEncoder().encode(replaced(text, places));
}

/** An address that stands between quotes, brackets or neither. */
const quoted = (url: string): string =>
  url.replace(/[()'"\\\s]/g, (char) => `%${char.charCodeAt(0).toString(16).padStart(2, "0")}`);
