import type { OutsideFile, OutsideFileRequest, OUTSIDE_FAILURES } from "@/lib/apps/outside-contract";
import { ApiError } from "@/lib/browser/api";
import {
  IMPORT_DEPTH_MAX,
  IMPORT_MS,
  OUTSIDE_FILES_AT_ONCE,
  OUTSIDE_FILES_MAX,
  OUTSIDE_TOTAL_BYTES,
} from "@/lib/config/outside-limits";
import { replaced } from "@/lib/package/outside-uses";
import { namedInModule, namedInPage, namedInStyle, type NamedFile } from "@/lib/package/page-names";
import { checkPath, PathRegister } from "@/lib/package/path-rules";
import { fromBase64 } from "@/lib/projects/base64";
import { isUsablePath } from "@/lib/projects/rules";
import { takes } from "../../upload/outside-paths";

/**
 * Fetches a public page and the files of its host that it names: scripts and what these import, style sheets and what these
 * load, pictures, fonts and sounds. What scripts load when they run is not known, and stays away.
 *
 * Trust: the page is anybody's. What is fetched, how much of it and for how long is bounded here, and each request on the
 * server, which reaches public addresses only.
 */

export type ImportFailure =
  (typeof OUTSIDE_FAILURES)[number] | "many" | "network" | "busy" | "name" | "notPage";
export type Imported = {
  /** The page's host, for an app without a title. */
  host: string;
  files: ReadonlyMap<string, Uint8Array>;
  failed: { url: string; reason: ImportFailure }[];
};
type FetchFile = (request: OutsideFileRequest, signal?: AbortSignal) => Promise<OutsideFile>;
type Kept = { bytes: Uint8Array; text: string | null; named: NamedFile[] };

export class ImportRefused extends Error {
  override name = "ImportRefused";

  constructor(readonly reason: ImportFailure) {
    super(`The page cannot be imported: ${reason}`);
  }
}

/** @returns what was typed as an https address; null where it is none */
export function importAddress(typed: string): string | null {
  const trimmed = typed.trim();
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`;
  if (trimmed === "" || /\s/.test(trimmed) || !URL.canParse(whole)) return null;
  const url = new URL(whole);
  if (url.protocol === "http:") url.protocol = "https:";
  url.hash = "";
  return url.protocol === "https:" ? url.href : null;
}

/** @throws ImportRefused where there is no page; what `signal` is aborted with */
export async function importPage(
  typed: string,
  fetchFile: FetchFile,
  { onProgress, signal }: { onProgress?: (done: number, total: number) => void; signal?: AbortSignal } = {},
): Promise<Imported> {
  const address = importAddress(typed);
  if (address === null) throw new ImportRefused("address");
  const ends = Date.now() + IMPORT_MS;
  onProgress?.(0, 1);
  const answer = await ask({ url: address, kind: "page" }, fetchFile, signal);
  if (typeof answer === "string") throw new ImportRefused(answer === "type" ? "notPage" : answer);
  const page = new URL(answer.url);
  page.hash = "";
  const isOwn = ownOf(page);

  const { parse } = await import("es-module-lexer/minimal/js");
  const importsOf = (source: string, from: string): NamedFile[] => {
    try {
      return parse(source)[0].flatMap(({ n }) => (n === undefined ? [] : (namedInModule(n, from) ?? [])));
    } catch {
      // What is no module imports nothing.
      return [];
    }
  };
  const text = readUtf8(answer.bytes);
  const { files: inPage, modules } = namedInPage(text ?? new TextDecoder().decode(answer.bytes), page.href);
  const named = [...inPage, ...modules.flatMap((source) => importsOf(source, page.href))];
  const kept = new Map<string, Kept>([[page.href, { bytes: answer.bytes, text, named }]]);
  const failed = new Map<string, ImportFailure>();
  let bytes = answer.bytes.length;
  let begun = 1;
  let done = 1;
  const isNew = ({ url }: NamedFile): boolean => !kept.has(url) && !failed.has(url);
  let wanted = byAddress(named.filter(isOwn).filter(isNew));
  for (let depth = 0; wanted.size > 0 && depth < IMPORT_DEPTH_MAX; depth++) {
    const queue = [...wanted.values()];
    const total = done + queue.length;
    const next: NamedFile[] = [];
    const work = async (): Promise<void> => {
      for (let file = queue.shift(); file; file = queue.shift()) {
        const { url, kind } = file;
        const isFull = begun >= OUTSIDE_FILES_MAX || bytes >= OUTSIDE_TOTAL_BYTES;
        const late = Date.now() > ends ? "slow" : null;
        if (!isFull && !late) begun += 1;
        const result = isFull ? "many" : (late ?? (await ask({ url, kind }, fetchFile, signal)));
        signal?.throwIfAborted();
        if (typeof result === "string") failed.set(url, result);
        else {
          bytes += result.bytes.length;
          const source = kind === "style" || kind === "script" ? readUtf8(result.bytes) : null;
          const inner =
            source === null ? [] : kind === "style" ? namedInStyle(source, url) : importsOf(source, url);
          kept.set(url, { bytes: result.bytes, text: kind === "style" ? source : null, named: inner });
          next.push(...inner);
        }
        onProgress?.(++done, total);
      }
    };
    onProgress?.(done, total);
    await Promise.all(Array.from({ length: OUTSIDE_FILES_AT_ONCE }, work));
    wanted = byAddress(next.filter(isOwn).filter(isNew));
  }
  for (const url of wanted.keys()) failed.set(url, "many");
  return { host: page.hostname, ...toFiles(page, kept, failed) };
}

async function ask(
  request: OutsideFileRequest,
  fetchFile: FetchFile,
  signal: AbortSignal | undefined,
): Promise<{ url: string; bytes: Uint8Array } | ImportFailure> {
  const answer = await fetchFile(request, signal).catch((error: unknown): ImportFailure => {
    signal?.throwIfAborted();
    if (!(error instanceof ApiError)) return "network";
    return ["rate_limited", "unavailable"].includes(error.code) ? "busy" : "network";
  });
  if (typeof answer === "string") return answer;
  return answer.state === "failed" ? answer.reason : { url: answer.url, bytes: fromBase64(answer.content) };
}

/** Whether a file is of the page's host. */
const ownOf =
  (page: URL) =>
  ({ url }: NamedFile): boolean =>
    new URL(url).origin === page.origin;

const byAddress = (files: readonly NamedFile[]): Map<string, NamedFile> =>
  new Map(files.map((file) => [file.url, file]));

function readUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** In the folders that they have on their host; those of the page's folder alone where everything is in it and named from it. */
function toFiles(
  page: URL,
  kept: ReadonlyMap<string, Kept>,
  failed: ReadonlyMap<string, ImportFailure>,
): Pick<Imported, "files" | "failed"> {
  const folder = page.pathname.slice(0, page.pathname.lastIndexOf("/") + 1);
  const isOwn = ownOf(page);
  const isInside =
    [...kept.keys()].every((url) => new URL(url).pathname.startsWith(folder)) &&
    [...kept.values()].every(({ named }) => !named.some((file) => file.isRooted && isOwn(file)));
  const skipped = isInside ? folder.length : 1;
  const register = new PathRegister();
  const files = new Map<string, Uint8Array>();
  const problems = new Map(failed);
  for (const [url, { bytes, text, named }] of kept) {
    const path = pathOf(url, url === page.href, skipped);
    if (path === null || !takes(register, path)) {
      // The same path with another query is one file.
      if (path === null || !files.has(path)) problems.set(url, "name");
      continue;
    }
    const places = named.flatMap((file) => {
      const isThere = file.place && kept.has(file.url);
      return isThere ? [{ ...file.place!, by: new URL(file.url).pathname }] : [];
    });
    const isChanged = text !== null && places.length > 0;
    files.set(path, isChanged ? new TextEncoder().encode(replaced(text, places)) : bytes);
  }
  if (!files.has(pathOf(page.href, true, skipped) ?? "")) throw new ImportRefused("name");
  return { files, failed: [...problems].map(([url, reason]) => ({ url, reason })) };
}

function pathOf(url: string, isPage: boolean, skipped: number): string | null {
  const { pathname } = new URL(url);
  try {
    const path = decodeURIComponent(pathname.slice(skipped));
    const whole = isPage && !/\.x?html?$/i.test(path) ? path.replace(/[^/]*$/, "index.html") : path;
    return isUsablePath(whole) ? checkPath(whole) : null;
  } catch {
    return null;
  }
}
