import { readdir, readFile } from "node:fs/promises";
import path from "node:path";

const EXAMPLES = path.resolve("examples");

/** The files of an app of `examples/`, plus the shared ones if it has an index.html. */
export async function readExample(app: string): Promise<Map<string, Uint8Array>> {
  const files = await readFolder(path.join(EXAMPLES, app));
  if (!files.has("index.html")) return files;
  return new Map([...(await readFolder(path.join(EXAMPLES, "shared"))), ...files]);
}

async function readFolder(folder: string): Promise<Map<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    files.set(path.relative(folder, file).split(path.sep).join("/"), new Uint8Array(await readFile(file)));
  }
  return files;
}
