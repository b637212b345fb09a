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
      if (!file) return;
      links[kind] = { ...links[kind], [instance]: id };
      await fs.writeFile(file, `${JSON.stringify(links, null, 2)}\n`).catch((error) => {
        console.error(`${file} cannot be written (${error.code}): the next run does not know ${id}.`);
      });
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
