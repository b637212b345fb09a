import { entryFile, type Manifest } from "./manifest-contract";
import { warning, type Finding } from "./finding";
import type { Inspection } from "./inspection";
import { unbuiltKind } from "./unbuilt-source";

/**
 * What an inspection shows that the app's maker should know. Only warnings: the scanners see code but do not understand it.
 * What code needs inside the frame is no finding, because `completeManifest` allows it; threads are what no app has there.
 */
export function inspectionFindings(inspection: Inspection, manifest: Manifest): Finding[] {
  return [
    ...addressFindings(inspection, manifest),
    ...unbuiltFindings(inspection, manifest),
    ...threadFindings(inspection),
    ...inspection.compressed.map(({ file, place }) => warning("build_compressed", { file }, place)),
    ...inspection.notScanned.map((entry) => warning("not_scanned", { entry }, { entry })),
  ];
}

function addressFindings(inspection: Inspection, manifest: Manifest): Finding[] {
  const hosts = manifest.network?.hosts ?? [];
  const findings = inspection.references.flatMap(({ url, host, use, place }) => {
    if (use === "load") return [warning("external_load", { url }, place)];
    if (use === "request") return [warning("direct_request", { url }, place)];
    if (use === "gum-fetch" && !hosts.includes(host)) return [warning("host_undeclared", { host }, place)];
    return [];
  });
  for (const { file, place } of inspection.missing) findings.push(warning("file_not_found", { file }, place));
  return findings;
}

/** A build may lie beside the source that it was made of. */
function unbuiltFindings({ unbuilt }: Inspection, manifest: Manifest): Finding[] {
  const entry = entryFile(manifest);
  const folder = entry.slice(0, entry.lastIndexOf("/") + 1);
  return unbuilt
    .filter(({ place }) => place.entry.startsWith(folder))
    .map(({ file, place }) => {
      const code = unbuiltKind(file) === "component" ? "component_not_built" : "script_not_built";
      return warning(code, { file }, place);
    });
}

function threadFindings({ needs }: Inspection): Finding[] {
  const place = needs.get("threads");
  return place ? [warning("needs_threads", {}, place)] : [];
}
