import fs from "node:fs/promises";
import path from "node:path";
import { UsageError } from "./arguments.mjs";

/** Maps the folder to its app and its project on each instance. Contains no secret, so it can be committed. */
const FILE = ".gum.json";

/**
 * The ids of a folder by instance: `{apps: {[instance]: id}, projects: {…}}`.
 * @param {string | null} folder null for a file, which has no place for them
 */
export async function openLinks(folder) {
  const file = folder && path.join(path.resolve(folder), FILE);
  const links = file ? await read(file) : {};
  return {
    get: (kind, instance) => links[kind]?.[instance],
    async set(kind, instance, id) {
      if (!file || links[kind]?.[instance] === id) return;
      links[kind] = { ...links[kind], [instance]: id };
      try {
        // Another command may have written it since.
        const now = await read(file);
        now[kind] = { ...now[kind], [instance]: id };
        await fs.writeFile(`${file}.part`, `${JSON.stringify(now, null, 2)}\n`);
        await fs.rename(`${file}.part`, file);
      } catch (error) {
        console.error(`${file} cannot be written (${error.code ?? error.message}): the id is ${id}.`);
      }
    },
  };
}

async function read(file) {
  const text = await fs.readFile(file, "utf8").catch(() => "{}");
  try {
    const links = JSON.parse(text);
    if (typeof links === "object" && links) return links;
  } catch {
    // Said below.
  }
  throw new UsageError(`${file} is not valid JSON.`);
}
