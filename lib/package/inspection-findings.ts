import { allowedHandlerHashes, requiresCapability, type Manifest } from "./manifest-contract";
import { APP_INLINE_HASHES_MAX } from "./limits";
import { warning, type Finding } from "./finding";
import type { Inspection } from "./inspection";
import { MANIFEST_FILE } from "./manifest";

/** Compares an inspection with a manifest. Only warnings: the scanners see code but do not understand it. */
export function inspectionFindings(inspection: Inspection, manifest: Manifest): Finding[] {
  return [
    ...handlerFindings(inspection, manifest),
    ...addressFindings(inspection, manifest),
    ...needFindings(inspection, manifest),
    ...inspection.notScanned.map((entry) => warning("not_scanned", { entry }, { entry })),
  ];
}

function handlerFindings(inspection: Inspection, manifest: Manifest): Finding[] {
  const allowed = new Set(allowedHandlerHashes(manifest));
  const findings: Finding[] = [];
  for (const { attribute, hash, place } of inspection.handlers) {
    if (!allowed.has(hash)) findings.push(warning("inline_handler", { attribute, hash }, place));
  }
  for (const { attribute, place } of inspection.dynamicHandlers) {
    findings.push(warning("inline_handler_dynamic", { attribute }, place));
  }
  const found = new Set(inspection.hashes);
  for (const hash of allowed) {
    if (!found.has(hash)) findings.push(warning("inline_hash_unused", { hash }, { entry: MANIFEST_FILE }));
  }
  if (found.size > APP_INLINE_HASHES_MAX) {
    findings.push(warning("inline_handler_limit", { count: found.size, limit: APP_INLINE_HASHES_MAX }));
  }
  for (const place of inspection.javascriptUrls) findings.push(warning("javascript_url", {}, place));
  return findings;
}

function addressFindings(inspection: Inspection, manifest: Manifest): Finding[] {
  const hosts = manifest.network?.hosts ?? [];
  const findings = inspection.references.flatMap(({ url, host, use, place }) => {
    if (use === "load") return [warning("external_load", { url }, place)];
    if (use === "link") return [warning("external_link", { url }, place)];
    if (use === "request") return [warning("direct_request", { url }, place)];
    if (use === "gum-fetch" && !hosts.includes(host)) return [warning("host_undeclared", { host }, place)];
    return [];
  });
  for (const { file, place } of inspection.missing) findings.push(warning("file_not_found", { file }, place));
  return findings;
}

function needFindings({ needs }: Inspection, manifest: Manifest): Finding[] {
  const place = needs.get("eval");
  if (!place || requiresCapability(manifest, "eval")) return [];
  return [warning("eval_undeclared", {}, place)];
}
