import { compressedBuild } from "./compressed-build";
import { printable } from "./path-rules";
import { yieldToEventLoop } from "./yield-to-event-loop";
import { inspectPage, inspectStyle } from "./inspect-page";
import { inspectScript } from "./inspect-script";
import type { Inspection } from "./inspection";
import { InspectionNotes } from "./inspection-notes";
import { MadeWithDetector } from "./made-with";
import { MANIFEST_FILE } from "./manifest";
import { readFile, sizeOf, type PackableFiles, type PackageFiles } from "./package-files";

/** Larger files are libraries or data; scanning them costs more than the findings are worth. */
export const FILE_SCAN_MAX_BYTES = 4 * 1024 * 1024;
const PACKAGE_SCAN_MAX_BYTES = 12 * 1024 * 1024;

/**
 * Scans the pages, scripts and styles of a package, without running anything: for the hashes that the packer writes, the
 * findings of an upload, and what the host must allow at run time.
 * @param entry the page or module that the app starts with
 */
export async function inspectFiles(files: PackageFiles, entry?: string): Promise<Inspection> {
  const readEntry = () => {
    if (entry === undefined || sizeOf(files, entry) > FILE_SCAN_MAX_BYTES) return null;
    return { path: entry, text: new TextDecoder().decode(files.get(entry)) };
  };
  const notes = new InspectionNotes((path) => files.has(path), readEntry);
  const madeWith = new MadeWithDetector(files);
  const { scanned, tooLarge } = scannable(files);
  notes.notScanned.push(...tooLarge);
  for (const path of files.keys()) {
    if (/\.wasm$/i.test(path)) notes.forEntry(path, "").need("wasm", 0);
    const inspect = scanned.get(path);
    if (!inspect) continue;
    const text = new TextDecoder().decode(await readFile(files, path));
    inspect(text, notes.forEntry(path, text));
    madeWith.add(path, text);
    await yieldToEventLoop();
  }
  const compressed = compressedBuild(files.keys());
  if (compressed !== null) notes.compressed.push({ file: printable(compressed), place: {} });
  const { handlers, hashes, dynamicHandlers, needs, references, missing, unbuilt, notScanned } = notes;
  return {
    ...{ handlers, hashes, dynamicHandlers, needs, references, missing, unbuilt, notScanned },
    compressed: notes.compressed,
    madeWith: madeWith.names(),
  };
}

/**
 * What a package was made with, as `inspectFiles` finds it, without reading more than it takes.
 * @throws PackageError
 */
export async function detectMadeWith(files: PackableFiles): Promise<string[]> {
  const madeWith = new MadeWithDetector(files);
  for (const path of scannable(files).scanned.keys()) {
    if (!madeWith.searches(path)) continue;
    madeWith.add(path, new TextDecoder().decode(await readFile(files, path)));
    await yieldToEventLoop();
  }
  return madeWith.names();
}

/** The files that are scanned, in their order, and those that are too large. */
function scannable(files: PackableFiles) {
  const scanned = new Map<string, Inspector>();
  const tooLarge: string[] = [];
  let bytes = 0;
  for (const path of files.keys()) {
    const inspect = inspectorOf(path);
    if (!inspect) continue;
    const size = sizeOf(files, path);
    if (size > FILE_SCAN_MAX_BYTES || bytes + size > PACKAGE_SCAN_MAX_BYTES) tooLarge.push(path);
    else {
      bytes += size;
      scanned.set(path, inspect);
    }
  }
  return { scanned, tooLarge };
}

type Inspector = (text: string, notes: ReturnType<InspectionNotes["forEntry"]>) => void;

function inspectorOf(path: string): Inspector | null {
  if (path === MANIFEST_FILE) return null;
  if (/\.x?html?$/i.test(path)) return inspectPage;
  if (/\.css$/i.test(path)) return (text, notes) => inspectStyle(text, 0, notes);
  if (/\.m?js$/i.test(path)) {
    return (text, notes) => {
      if (/\.mjs$/i.test(path)) notes.need("modules", 0);
      inspectScript(text, 0, notes);
    };
  }
  return null;
}
