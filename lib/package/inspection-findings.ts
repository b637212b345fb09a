import type { Manifest } from "./manifest-contract";
import { warning, type Finding } from "./finding";
import type { Inspection } from "./inspection";

/**
 * What an inspection shows that the app's maker should know. Only warnings: the scanners see code but do not understand it.
 * What code needs inside the frame is no finding, because `completeManifest` allows it.
 */
export function inspectionFindings(inspection: Inspection, manifest: Manifest): Finding[] {
  return [
    ...addressFindings(inspection, manifest),
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
