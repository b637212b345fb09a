import fs from "node:fs/promises";
import path from "node:path";
import { UsageError } from "./arguments.mjs";
import { loadFormat } from "./library.mjs";
import { writeAtomically } from "./pack.mjs";
import { countFindings, describePackage, printFindings } from "./report.mjs";
import { checkTarget } from "./target.mjs";

/** Checks a package or its folder. @returns {Promise<number>} the exit status */
export async function check({ target, options }) {
  const format = await loadFormat();
  let result = await checkTarget(format, target, { with: options.with });
  let written = false;
  if (options["write-hashes"] && result.package) {
    written = await writeHashes(format, target, result);
    if (written) result = await checkTarget(format, target, { with: options.with });
  }
  if (options.json) console.log(JSON.stringify(asJson(result), null, 2));
  else print(format, result, written);
  return result.package ? 0 : 1;
}

function print(format, { package: checked, findings }, written) {
  printFindings(findings);
  const summary = countFindings(findings);
  if (!checked) {
    console.error(`Refused: ${summary}.`);
    return;
  }
  console.log(describePackage(checked, format.byteSize));
  if (summary) console.log(`${summary}.`);
  const count = checked.inspection.hashes.length;
  if (written)
    console.log(`Wrote the hashes of ${count} inline handler${count === 1 ? "" : "s"} into the manifest.`);
  else if (findings.some(({ code }) => code === "inline_handler")) {
    console.log("Run it again with --write-hashes to allow the inline handlers.");
  }
}

function asJson({ package: checked, findings }) {
  if (!checked) return { ok: false, findings };
  const { manifest, entry, sha256, bytes, files, inspection } = checked;
  return {
    ok: true,
    findings,
    manifest,
    entry,
    sha256,
    packedBytes: bytes.length,
    files: Array.from(files, ([name, content]) => ({ path: name, bytes: content.length })),
    handlerHashes: inspection.hashes,
    needs: [...inspection.needs.keys()],
  };
}

/** Writes the hashes of all inline handlers into the manifest. @returns {Promise<boolean>} whether it changed */
async function writeHashes(format, target, { package: checked, isFolder }) {
  const before = checked.files.get("manifest.json");
  const after = format.allowHandlers(before, checked.inspection.hashes);
  if (Buffer.compare(before, after) === 0) return false;
  if (isFolder) {
    const file = path.join(target, "manifest.json");
    await fs.access(file, fs.constants.W_OK).catch(() => {
      throw new UsageError(`${file} cannot be written.`);
    });
    await writeAtomically(file, after);
    return true;
  }
  if (!/\.(?:gum|zip)$/i.test(target)) {
    throw new UsageError(
      "--write-hashes changes a folder or a .gum file; other files get their hashes when opened.",
    );
  }
  const files = new Map(checked.files).set("manifest.json", after);
  await writeAtomically(target, await format.buildPackage(files));
  return true;
}
