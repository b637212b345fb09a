import { breathe } from "./breathe";
import { inspectPage, inspectStyle } from "./inspect-page";
import { inspectScript } from "./inspect-script";
import type { Inspection } from "./inspection";
import { InspectionNotes } from "./inspection-notes";
import { MANIFEST_FILE } from "./manifest";

/** Files beyond this are libraries or data; looking through them costs more than it tells. */
const SCAN_MAX_BYTES = 4 * 1024 * 1024;

/**
 * Looks through the pages, scripts and styles of a package. Pure: the same files give the same answer, nothing is run.
 * Used by the packer (hashes to be written), the upload (findings), and the host (what the run must allow).
 */
export async function inspectFiles(files: ReadonlyMap<string, Uint8Array>): Promise<Inspection> {
  const notes = new InspectionNotes((path) => files.has(path));
  for (const [path, bytes] of files) {
    const inspect = inspectorOf(path);
    if (!inspect) continue;
    if (bytes.length > SCAN_MAX_BYTES) {
      notes.notScanned.push(path);
      continue;
    }
    const text = new TextDecoder().decode(bytes);
    inspect(text, notes.forEntry(path, text));
    await breathe();
  }
  const { handlers, hashes, dynamicHandlers, needs, references, missing, javascriptUrls, notScanned } = notes;
  return { handlers, hashes, dynamicHandlers, needs, references, missing, javascriptUrls, notScanned };
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
  if (/\.wasm$/i.test(path)) return (_text, notes) => notes.need("wasm", 0);
  return null;
}
