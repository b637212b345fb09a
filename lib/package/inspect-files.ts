import { compressedBuild } from "./compressed-build";
import { printable } from "./path-rules";
import { yieldToEventLoop } from "./yield-to-event-loop";
import { inspectPage, inspectStyle } from "./inspect-page";
import { inspectScript } from "./inspect-script";
import type { Inspection } from "./inspection";
import { InspectionNotes } from "./inspection-notes";
import { MadeWithDetector } from "./made-with";
import { MANIFEST_FILE } from "./manifest";
import { readFile, sizeOf, type PackageFiles } from "./package-files";

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
  let scanned = 0;
  for (const path of files.keys()) {
    if (/\.wasm$/i.test(path)) notes.forEntry(path, "").need("wasm", 0);
    const inspect = inspectorOf(path);
    if (!inspect) continue;
    const size = sizeOf(files, path);
    if (size > FILE_SCAN_MAX_BYTES || scanned + size > PACKAGE_SCAN_MAX_BYTES) {
      notes.notScanned.push(path);
      continue;
    }
    scanned += size;
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
