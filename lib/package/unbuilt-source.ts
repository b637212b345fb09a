import type { HtmlTag } from "./html-scan";
import { isScriptType } from "./script-type";

/** Source of which a build makes scripts. No browser runs it. */

/** What the playground builds. */
const CODE = /\.(?:tsx?|mts|jsx)$/i;
const COMPONENT = /\.(?:vue|svelte)$/i;
const OUTSIDE = /^(?:[a-z][a-z0-9+.-]*:|[/\\]{2})/i;

export function unbuiltKind(path: string): "code" | "component" | null {
  if (CODE.test(path)) return "code";
  return COMPONENT.test(path) ? "component" : null;
}

/** The unbuilt file that a tag runs as a script: its path as the page has it, and where that stands. */
export function unbuiltScript(tag: HtmlTag): { file: string; at: number } | null {
  if (tag.name !== "script") return null;
  const attribute = (name: string) => tag.attributes.find((candidate) => candidate.name === name);
  const src = attribute("src");
  // Others, such as text/babel, are built in the page.
  if (!src || !isScriptType(attribute("type")?.value ?? "")) return null;
  const file = src.value.trim().replace(/[?#].*$/s, "");
  return !OUTSIDE.test(file) && unbuiltKind(file) !== null ? { file, at: src.valueAt } : null;
}
