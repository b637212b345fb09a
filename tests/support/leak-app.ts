import { hashOf, noise } from "./large-package";
import { makePackage } from "./package-bytes";
import type { StageApp } from "./sandbox-stage";

/** Beside a technique, so that its package starts before it is there. */
const PADDING = noise(9 * 1024 * 1024);

/**
 * A page of techniques as an app whose maker has allowed what can be allowed.
 * @param packages gets the package of one that is read by ranges; it belongs below /files/ of the stage
 */
export function leakApp(id: string, html: string, packages?: Record<string, Uint8Array>): StageApp {
  const files = { "index.html": html };
  const manifest = {
    required_capabilities: ["eval", "inline-events"],
    metadata: { inline_events: { at_run_time: true } },
  };
  if (!packages) return { id, files, manifest };
  const about = { name: "Leak", version: "1.0.0", entry: { html: "index.html" }, ...manifest };
  const bytes = makePackage(about, { ...files, "late.bin": PADDING });
  const sha256 = hashOf(bytes);
  packages[`${sha256}.gum`] = bytes;
  return { id, files: {}, manifest, packed: { url: `/files/${sha256}.gum`, sha256, bytes: bytes.length } };
}
