import type { ManifestInput } from "./manifest-contract";
import { APP_INLINE_HASHES_MAX, APP_NAME_MAX_GRAPHEMES } from "./limits";
import { countGraphemes, hasHiddenCharacterOrBreak } from "@/lib/shared/visible-text";
import type { Inspection } from "./inspection";

/**
 * The manifest of what came without one (a webxdc app, a single page). Such a page must run as it is: its handlers are
 * allowed, and where it makes code from text, it asks to.
 */
export function makeManifest(
  facts: { name: string; html: string; icon?: string; sourceCodeUrl?: string; webxdc?: boolean },
  inspection: Inspection,
): { bytes: Uint8Array<ArrayBuffer>; shortened: string | null } {
  const { name, shortened } = fitName(facts.name);
  const hashes = inspection.hashes.slice(0, APP_INLINE_HASHES_MAX);
  const capabilities = [
    ...(hashes.length > 0
      ? [{ name: "inline-events", reason: "Buttons and fields of the page react by inline handlers." }]
      : []),
    ...(inspection.needs.has("eval") ? [{ name: "eval", reason: "The page makes code from text." }] : []),
  ];
  const manifest: ManifestInput = {
    name,
    entry: { html: facts.html },
    ...(facts.icon === undefined ? {} : { icon: facts.icon }),
    ...(facts.sourceCodeUrl === undefined ? {} : { source_code_url: facts.sourceCodeUrl }),
    ...(capabilities.length > 0 ? { required_capabilities: capabilities } : {}),
    metadata: {
      ...(hashes.length > 0 ? { inline_events: { allowed_attr_hashes: hashes } } : {}),
      ...(facts.webxdc ? { webxdc: true } : {}),
    },
  };
  return { bytes: new TextEncoder().encode(`${JSON.stringify(manifest, null, 2)}\n`), shortened };
}

/** Titles are cut here before anything is made of them. */
const TITLE_MAX_CHARS = 2_000;

/** A text from somewhere as a name: one line, nothing hidden, not too long. */
function fitName(text: string): { name: string; shortened: string | null } {
  const line = text.slice(0, TITLE_MAX_CHARS).normalize("NFC").replace(/\s+/g, " ").trim();
  const graphemes = Array.from(new Intl.Segmenter("en", { granularity: "grapheme" }).segment(line), (part) =>
    visiblePart(part.segment),
  ).filter((grapheme) => grapheme !== "");
  const whole = graphemes.join("").trim();
  if (whole === "") return { name: "App", shortened: null };
  if (graphemes.length <= APP_NAME_MAX_GRAPHEMES) return { name: whole, shortened: null };
  const name = `${graphemes
    .slice(0, APP_NAME_MAX_GRAPHEMES - 1)
    .join("")
    .trim()}…`;
  return { name, shortened: name };
}

/** One character as people see it, without what is hidden in it, and without the pile of marks that nobody writes. */
function visiblePart(grapheme: string): string {
  if (countGraphemes(grapheme, 1) === 1 && !hasHiddenCharacterOrBreak(grapheme)) return grapheme;
  const first = String.fromCodePoint(grapheme.codePointAt(0)!);
  return hasHiddenCharacterOrBreak(first) ? "" : first;
}
