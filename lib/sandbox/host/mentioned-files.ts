/** Finds the files that markup and style sheets mention. A false match only costs time, and so does a missed one. */
import type { PackageReader } from "@/lib/package/read-package";
import { yieldToEventLoop } from "@/lib/package/yield-to-event-loop";
import { isPage } from "@/lib/sandbox/protocol/page-lookup";

/** With more markup and style sheets than this, unpacked, every file counts as mentioned. */
const TEXT_MAX_BYTES = 2 * 1024 * 1024;
/** Searched without yielding. */
const PAUSE_CHARS = 64 * 1024;

/** A name is looked for by its words, so that it is found however it is quoted or escaped. */
const WORD = /[^\s"'`()<>[\]{}=,;:/?#&\\%|*]+/g;
/** A word with its percent-encoded characters. */
const ENCODED = /[^\s"'`()<>[\]{}=,;:/?#&\\|*]+/g;
const wordsOf = (text: string): string[] => text.match(WORD) ?? [];

export const isStyle = (path: string): boolean => /\.css$/i.test(path);

/**
 * @param paths the files in question
 * @returns those of them that a page or a style sheet of the reader mentions by name
 */
export async function mentionedFiles(
  reader: Pick<PackageReader, "paths" | "packed" | "readWithPauses">,
  paths: readonly string[],
): Promise<Set<string>> {
  const texts = reader.paths.filter((path) => isPage(path) || isStyle(path));
  const size = texts.reduce((sum, path) => sum + reader.packed(path).size, 0);
  if (size > TEXT_MAX_BYTES) return new Set(paths);
  const words = new Map(paths.map((path) => [path, wordsOf(path.slice(path.lastIndexOf("/") + 1))]));
  const wanted = new Set([...words.values()].flat());
  const found = new Set<string>();
  const decoder = new TextDecoder();
  for (const path of texts) {
    const text = decoder.decode(await reader.readWithPauses(path));
    let pausedAt = 0;
    for (const [at, piece] of isPage(path) ? loadedPieces(text) : piecesOf(text, 0, text.length)) {
      addWords(piece, wanted, found);
      if (at - pausedAt < PAUSE_CHARS) continue;
      pausedAt = at;
      await yieldToEventLoop();
    }
  }
  return new Set(paths.filter((path) => words.get(path)!.every((word) => found.has(word))));
}

function addWords(piece: string, wanted: ReadonlySet<string>, found: Set<string>): void {
  const words = piece.includes("%") ? [...wordsOf(piece), ...wordsOf(decoded(piece))] : [piece];
  for (const word of words) if (wanted.has(word)) found.add(word);
}

function decoded(piece: string): string {
  try {
    return decodeURIComponent(piece);
  } catch {
    return "";
  }
}

type Piece = readonly [at: number, piece: string];

function* piecesOf(text: string, start: number, end: number): Generator<Piece> {
  for (const { 0: piece, index } of text.slice(start, end).matchAll(ENCODED)) yield [start + index, piece];
}

const NOT_LOADED = /<(?:(script)|a(?=\s)|(link))\b/gi;
const SCRIPT_END = /<\/script/gi;
const FETCHES_AHEAD = /\brel\s*=\s*["']?(?:preload|prefetch|modulepreload)\b/i;

/**
 * The markup without scripts, prefetch links and download links: their files are requested on use. Malicious
 * markup may be slow to search, so each search resumes where the previous one ended.
 */
function* loadedPieces(html: string): Generator<Piece> {
  const tags = new RegExp(NOT_LOADED);
  let at = 0;
  for (let tag = tags.exec(html); tag; tag = tags.exec(html)) {
    const end = tag[1] ? scriptEnd(html, tags.lastIndex) : html.indexOf(">", tags.lastIndex);
    if (end < 0) break;
    tags.lastIndex = end;
    // Allows a pause where nothing else is found.
    yield [end, ""];
    if (tag[2] && !FETCHES_AHEAD.test(html.slice(tag.index, end))) continue;
    yield* piecesOf(html, at, tag.index);
    at = end;
  }
  yield* piecesOf(html, at, html.length);
}

function scriptEnd(html: string, from: number): number {
  SCRIPT_END.lastIndex = from;
  return SCRIPT_END.exec(html)?.index ?? -1;
}
