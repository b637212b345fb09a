import type { ManifestInput } from "./manifest-contract";
import { APP_NAME_MAX_GRAPHEMES } from "./limits";
import type { PageFacts } from "./page-facts";
import { countGraphemes, graphemesOf } from "@/lib/shared/visible-text";
import { hasHiddenCharacterOrBreak } from "@/lib/shared/hidden-characters";

/** A manifest for an upload without one. What its code needs is added by `completeManifest`. */
export function makeManifest(
  facts: Partial<PageFacts> & { name: string; html: string; sourceCodeUrl?: string; webxdc?: boolean },
): { bytes: Uint8Array<ArrayBuffer>; shortened: string | null } {
  const { name, shortened } = fitName(facts.name);
  const { description, icon, category, sourceCodeUrl } = facts;
  const manifest: ManifestInput = {
    name,
    entry: { html: facts.html },
    ...(description ? { description } : {}),
    ...(icon === undefined ? {} : { icon }),
    ...(category === undefined ? {} : { category }),
    ...(sourceCodeUrl === undefined ? {} : { source_code_url: sourceCodeUrl }),
    metadata: facts.webxdc ? { webxdc: true } : {},
  };
  return { bytes: new TextEncoder().encode(`${JSON.stringify(manifest, null, 2)}\n`), shortened };
}

const TITLE_MAX_CHARS = 2_000;

/** Untrusted text as a name: one line, no hidden characters, not too long. */
export function fitName(text: string): { name: string; shortened: string | null } {
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
