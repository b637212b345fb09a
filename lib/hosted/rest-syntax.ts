import { badSyntax } from "./rest-errors";

const OPEN: Record<string, string> = { "(": ")", "{": "}" };
const DEPTH_MAX = 8;

/** Splits at commas outside quotes, parentheses and braces. Keeps quotes and their escapes. */
export function splitList(text: string): string[] {
  const items: string[] = [];
  const closing: string[] = [];
  let item = "";
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const letter = text[at]!;
    if (quoted && letter === "\\") {
      item += letter + (text[++at] ?? "");
      continue;
    }
    if (letter === '"') quoted = !quoted;
    else if (!quoted && OPEN[letter]) closing.push(OPEN[letter]);
    else if (!quoted && letter === closing.at(-1)) closing.pop();
    if (closing.length > DEPTH_MAX) throw badSyntax("Too deeply nested");
    if (letter === "," && !quoted && closing.length === 0) {
      items.push(item.trim());
      item = "";
    } else item += letter;
  }
  if (quoted || closing.length > 0) throw badSyntax("A quote or a parenthesis is not closed");
  return [...items, item.trim()].filter((each) => each !== "");
}

/** Removes the quotes around a value. */
export function unquote(text: string): string {
  if (text.length < 2 || !text.startsWith('"') || !text.endsWith('"')) return text;
  return text.slice(1, -1).replace(/\\(.)/gs, "$1");
}

/** The text between the first and the last character. @throws AppError unless they are these */
export function inside(text: string, [open, close]: readonly [string, string]): string {
  if (!text.startsWith(open) || !text.endsWith(close) || text.length < 2)
    throw badSyntax(`"${text.slice(0, 80)}" should be in ${open}${close}`);
  return text.slice(1, -1);
}
