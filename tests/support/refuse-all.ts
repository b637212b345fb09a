/**
 * Opens every broken archive, and the dearest whole ones, one after the other in a process of its own, and says what
 * each cost: `[{what, code, milliseconds}]` and by how many bytes the process grew at its peak.
 */
import { openPackage } from "@/lib/package/open-package";
import { setPackageLimits } from "@/lib/package/limits";
import { PackageError } from "@/lib/package/package-error";
import { BROKEN_ARCHIVES, SMALL_LIMITS } from "./broken-archives/all";
import { archiveBytes } from "./broken-archives/case";
import { bombs } from "./broken-archives/entries";
import { buildZip } from "./zip-builder";

const MANIFEST = { name: "manifest.json", content: '{"name": "x", "entry": {"html": "index.html"}}' };
const PAGE = { name: "index.html", content: "<p>" };

const archives: [what: string, bytes: Uint8Array][] = [
  ...BROKEN_ARCHIVES.map(([what, archive]): [string, Uint8Array] => [what, archiveBytes(archive)]),
  ["50 MB of zeros, a sound package", buildZip([MANIFEST, PAGE, ...bombs(5, 9.9)])],
  ["50 MB of zeros, the last with a wrong checksum", wrongAtTheEnd()],
];

function wrongAtTheEnd(): Uint8Array {
  const [last, ...others] = bombs(5, 9.9);
  const wrong = { ...last!, name: "last", local: { crc: 1 }, central: { crc: 1 } };
  return buildZip([MANIFEST, PAGE, ...others, wrong]);
}

setPackageLimits(SMALL_LIMITS);
// What is loaded and compiled once is not what a package costs.
await openPackage(buildZip([MANIFEST, PAGE]));
const before = process.resourceUsage().maxRSS;
const outcomes = [];
for (const [what, bytes] of archives) {
  // What the one before left is not what this one costs.
  globalThis.gc?.();
  const began = process.cpuUsage();
  let code = "accepted";
  try {
    await openPackage(bytes);
  } catch (error) {
    code = error instanceof PackageError ? error.code : String(error);
  }
  const { user, system } = process.cpuUsage(began);
  outcomes.push({ what, code, milliseconds: (user + system) / 1000 });
}
const grownBytes = (process.resourceUsage().maxRSS - before) * 1024;
process.stdout.write(JSON.stringify({ outcomes, grownBytes }));
