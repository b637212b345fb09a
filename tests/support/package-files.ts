import { bytesOf } from "./zip-builder";

/** Files of a package from texts: `packageFiles({ "index.html": "…" })` with a sound manifest, or the given one. */
export function packageFiles(
  files: Record<string, string | Uint8Array>,
  manifest: object | string | null = {},
): Map<string, Uint8Array> {
  const result = new Map(Object.entries(files).map(([path, content]) => [path, bytesOf(content)]));
  if (typeof manifest === "string") result.set("manifest.json", bytesOf(manifest));
  else if (manifest) {
    const whole = { name: "Test app", entry: { html: "index.html" }, icon: "icon.png", ...manifest };
    result.set("manifest.json", bytesOf(JSON.stringify(whole, null, 2)));
    if (!result.has("icon.png")) result.set("icon.png", bytesOf("png"));
    if (!result.has("index.html")) result.set("index.html", bytesOf("<!doctype html><title>Test</title>"));
  }
  return result;
}
