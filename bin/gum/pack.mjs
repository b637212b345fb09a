import fs from "node:fs/promises";
import path from "node:path";
import { UsageError } from "./arguments.mjs";
import { loadFormat } from "./library.mjs";
import { countFindings, describePackage, printFindings } from "./report.mjs";
import { checkTarget } from "./target.mjs";

/** Packs a folder. @returns {Promise<number>} the exit status */
export async function pack({ target, options }) {
  const format = await loadFormat();
  const folder = path.resolve(target);
  const output = path.resolve(options.output ?? `${path.basename(folder)}.gum`);
  const {
    package: packed,
    findings,
    isFolder,
    leftOut = [],
  } = await checkTarget(format, target, {
    omit: output,
    with: options.with,
  });
  if (!isFolder) throw new UsageError(`${target} is not a folder.`);
  printFindings(findings);
  for (const { name, why } of leftOut) console.log(`Left out: ${name}${why && `, ${why}`}.`);
  if (!packed) {
    console.error(`Not packed: ${countFindings(findings)}.`);
    return 1;
  }
  await writeAtomically(output, packed.bytes);
  console.log(describePackage(packed, format.byteSize));
  console.log(`Written to ${path.relative(process.cwd(), output) || output}.`);
  return 0;
}

/** Writes to a temporary file and renames it, so that an existing package is never half overwritten. */
async function writeAtomically(file, bytes) {
  const temporary = `${file}.${process.pid}.part`;
  try {
    await fs.writeFile(temporary, bytes);
    await fs.rename(temporary, file);
  } catch (error) {
    await fs.rm(temporary, { force: true });
    throw new UsageError(`${file} cannot be written: ${error.code ?? error.message}.`);
  }
}
