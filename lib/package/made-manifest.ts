import type { ManifestInput } from "./manifest-contract";
import { APP_INLINE_HASHES_MAX, APP_NAME_MAX_GRAPHEMES } from "./limits";
import { countGraphemes, graphemesOf, hasHiddenCharacterOrBreak } from "@/lib/shared/visible-text";
import type { Inspection } from "./inspection";

/**
 * A manifest for an upload without one (a webxdc app, a single page). Such a page must run unchanged: its inline handlers
 * are allowed, and if it uses eval, the manifest requires that.
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

const TITLE_MAX_CHARS = 2_000;

/** Untrusted text as a name: one line, no hidden characters, not too long. */
function fitName(text: string): { name: string; shortened: string | null } {
  const line = text.slice(0, TITLE_MAX_CHARS).normalize("NFC").replace(/\s+/g, " ").trim();
  const graphemes = Array.from(graphemesOf(line), visiblePart).filter((grapheme) => grapheme !== "");
  const whole = graphemes.join("").trim();
  if (whole === "") return { name: "App", shortened: null };
  if (graphemes.length <= APP_NAME_MAX_GRAPHEMES) return { name: whole, shortened: null };
  const name = `${graphemes
    .slice(0, APP_NAME_MAX_GRAPHEMES - 1)
    .join("")
    .trim()}…`;
  return { name, shortened: name };
}

/** One grapheme without hidden characters and without piles of combining marks. */
function visiblePart(grapheme: string): string {
  if (countGraphemes(grapheme, 1) === 1 && !hasHiddenCharacterOrBreak(grapheme)) return grapheme;
  const first = String.fromCodePoint(grapheme.codePointAt(0)!);
  return hasHiddenCharacterOrBreak(first) ? "" : first;
}
