import { loadFormat } from "./library.mjs";
import { countFindings, describePackage, printFindings } from "./report.mjs";
import { checkTarget } from "./target.mjs";

/** Checks a package or its folder. @returns {Promise<number>} the exit status */
export async function check({ target, options }) {
  const format = await loadFormat();
  const result = await checkTarget(format, target, { with: options.with });
  if (options.json) console.log(JSON.stringify(asJson(result), null, 2));
  else print(format, result);
  return result.package ? 0 : 1;
}

function print(format, { package: checked, findings }) {
  printFindings(findings);
  const summary = countFindings(findings);
  if (!checked) {
    console.error(`Refused: ${summary}.`);
    return;
  }
  console.log(describePackage(checked, format.byteSize));
  if (checked.madeWith.length > 0) console.log(`Made with ${checked.madeWith.join(", ")}.`);
  if (summary) console.log(`${summary}.`);
}

function asJson({ package: checked, findings }) {
  if (!checked) return { ok: false, findings };
  const { manifest, entry, sha256, bytes, files, inspection, madeWith } = checked;
  return {
    ok: true,
    findings,
    manifest,
    entry,
    sha256,
    packedBytes: bytes.length,
    files: Array.from(files.keys(), (name) => ({ path: name, bytes: files.sizeOf(name) })),
    handlerHashes: inspection.hashes,
    needs: [...inspection.needs.keys()],
    madeWith,
  };
}
