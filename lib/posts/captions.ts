/** Captions of a recording, in WebVTT. */

const CUES_MAX = 5_000;
const LINE_MAX_CHARS = 1_000;
const TIMING =
  /^((?:\d{2,4}:)?[0-5]\d:[0-5]\d\.\d{3})[ \t]+-->[ \t]+((?:\d{2,4}:)?[0-5]\d:[0-5]\d\.\d{3})(?:[ \t]|$)/;

/**
 * Parses WebVTT and serialises it again: times and plain text. Styles, regions, notes, positions, names and
 * tags are left out.
 * @returns null if it is not WebVTT, or has no text
 */
export function cleanCaptions(source: string): string | null {
  const lines = source.replace(/^\uFEFF/, "").split(/\r\n|\r|\n/);
  if (!/^WEBVTT(?:[ \t]|$)/.test(lines[0]!.slice(0, 10))) return null;
  const cues: string[] = [];
  for (let at = 1; at < lines.length; at++) {
    const timing = TIMING.exec(lines[at]!.slice(0, LINE_MAX_CHARS));
    if (!timing) continue;
    const text: string[] = [];
    while (at + 1 < lines.length && lines[at + 1]!.trim() !== "") {
      const plain = withoutTags(lines[++at]!.slice(0, LINE_MAX_CHARS)).trim();
      if (plain) text.push(plain);
    }
    if (text.length > 0) cues.push(`${timing[1]} --> ${timing[2]}\n${text.join("\n")}\n`);
    if (cues.length > CUES_MAX) return null;
  }
  return cues.length > 0 ? `WEBVTT\n\n${cues.join("\n")}` : null;
}

/** Captions as a file has them, in WebVTT: SubRip differs in its first line and in the times. */
export function asWebVtt(source: string): string {
  const text = source.replace(/^\uFEFF/, "");
  if (text.startsWith("WEBVTT")) return text;
  return `WEBVTT\n\n${text.replace(/(\d\d:[0-5]\d:[0-5]\d),(\d{3})/g, "$1.$2")}`;
}

/** Also without what could end a cue's text or begin a tag. */
function withoutTags(line: string): string {
  let text = "";
  let isTag = false;
  for (const char of line) {
    if (char === "<") isTag = true;
    else if (char === ">") isTag = false;
    else if (!isTag) text += char;
  }
  return text.replaceAll("--", "–");
}

/** A language in the form that browsers use (`ja`, `en-GB`), without extensions; null if it is none. */
export function languageTag(tag: string): string | null {
  try {
    return new Intl.Locale(tag).baseName;
  } catch {
    return null;
  }
}
