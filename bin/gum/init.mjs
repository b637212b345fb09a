import fs from "node:fs/promises";
import path from "node:path";
import { UsageError } from "./arguments.mjs";
import { TEMPLATES } from "./templates.mjs";

/** Creates an app in a new folder. @returns {Promise<number>} the exit status */
export async function init({ target, options }) {
  const name = options.template ?? "page";
  const template = Object.hasOwn(TEMPLATES, name) ? TEMPLATES[name] : null;
  if (!template)
    throw new UsageError(`There is no template "${name}": ${Object.keys(TEMPLATES).join(", ")}.`);
  const folder = path.resolve(target);
  const present = await fs.readdir(folder).catch((error) => {
    if (error.code === "ENOENT") return [];
    throw new UsageError(`${target} is no folder: ${error.code}.`);
  });
  if (present.some((file) => !file.startsWith("."))) throw new UsageError(`${target} is not empty.`);
  await fs.mkdir(folder, { recursive: true });
  for (const [file, text] of Object.entries(template(path.basename(folder).slice(0, 32)))) {
    await fs.writeFile(path.join(folder, file), text);
    console.log(path.join(target, file));
  }
  return 0;
}
