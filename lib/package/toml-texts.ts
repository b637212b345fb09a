/**
 * The texts at the top of a TOML file: all that a webxdc manifest has. Tables, numbers and lists are passed over; a
 * line that is none of these is told.
 */
export function readTomlTexts(source: string): { texts: Map<string, string>; badLines: number[] } {
  const texts = new Map<string, string>();
  const badLines: number[] = [];
  const lines = source.replace(/^\ufeff/, "").split(/\r\n|\r|\n/);
  for (const [index, line] of lines.entries()) {
    if (/^\s*(?:#|$)/.test(line)) continue;
    if (/^\s*\[/.test(line)) break;
    const pair = /^\s*(?:([A-Za-z0-9_-]+)|"([^"\\]*)"|'([^']*)')\s*=\s*(\S.*)$/.exec(line);
    const value = pair && readValue(pair[4]!);
    if (!pair || value === undefined) badLines.push(index + 1);
    else if (value !== null) texts.set(pair[1] ?? pair[2] ?? pair[3]!, value);
  }
  return { texts, badLines };
}

/** The text of a value, null where it is another kind of value, undefined where it is none. */
function readValue(source: string): string | null | undefined {
  const literal = /^'([^']*)'\s*(?:#.*)?$/.exec(source);
  if (literal) return literal[1]!;
  const basic = /^"((?:[^"\\]|\\.)*)"\s*(?:#.*)?$/.exec(source);
  if (basic) return unescapeBasic(basic[1]!);
  return /^(?:true|false|[-+\d][\w.:+-]*|\[.*|\{.*)\s*(?:#.*)?$/.test(source) ? null : undefined;
}

const ESCAPES: Record<string, string> = { b: "\b", t: "\t", n: "\n", f: "\f", r: "\r", '"': '"', "\\": "\\" };

function unescapeBasic(text: string): string | undefined {
  let bad = false;
  const result = text.replace(/\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|(.))/g, (_, four, eight, other) => {
    const code = parseInt(four ?? eight ?? "", 16);
    if (code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)) return String.fromCodePoint(code);
    const plain = other === undefined ? undefined : ESCAPES[other as string];
    if (plain === undefined) bad = true;
    return plain ?? "";
  });
  return bad ? undefined : result;
}
