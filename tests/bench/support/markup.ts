/** [tag, attributes, ...children], or a text. */
export type MarkupNode = string | [string, Record<string, unknown>, ...MarkupNode[]];

const TOKEN = /<!--[\s\S]*?-->|<\/([\w-]+)>|<([\w-]+)((?:\s+[^\s=>/]+(?:="[^"]*")?)*)\s*\/?>|[^<]+/g;
const ATTRIBUTE = /([^\s=]+)(?:="([^"]*)")?/g;
const VOID = new Set(["area", "br", "hr", "img", "input", "link", "meta", "source", "wbr"]);
const TRUE_BY_PRESENCE = new Set([
  "autofocus",
  "checked",
  "disabled",
  "hidden",
  "inert",
  "multiple",
  "readonly",
]);
const REACT_NAMES: Record<string, string> = { class: "className", for: "htmlFor", value: "defaultValue" };
const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"' };

function decode(text: string): string {
  return text.replace(
    /&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi,
    (whole, hex?: string, decimal?: string, name?: string) => {
      if (hex) return String.fromCodePoint(parseInt(hex, 16));
      if (decimal) return String.fromCodePoint(Number(decimal));
      return ENTITIES[name!] ?? whole;
    },
  );
}

/** Parts that React sent later stand where it would put them; scripts and styles are no markup. */
function settle(html: string): string {
  const body = /<body[^>]*>([\s\S]*)<\/body>/.exec(html)?.[1] ?? "";
  const late = new Map<string, string>();
  const rest = body.replace(
    /<div hidden="" id="S:(\w+)">([\s\S]*?)<\/div><script/g,
    (_, id: string, part: string) => {
      late.set(id, part);
      return "<script";
    },
  );
  const fill = (text: string): string =>
    text
      .replace(/<!--\$\?--><template id="B:(\w+)"><\/template>[\s\S]*?<!--\/\$-->/g, (_, id: string) =>
        fill(late.get(id) ?? ""),
      )
      .replace(/<template id="P:(\w+)"><\/template>/g, (_, id: string) => fill(late.get(id) ?? ""));
  return fill(rest)
    .replace(/<(script|style)\b[\s\S]*?<\/\1>/g, "")
    .replace(/<template[^>]*><\/template>/g, "");
}

function attributesOf(text: string): Record<string, unknown> {
  const attributes: Record<string, unknown> = {};
  for (const [, name, value] of text.matchAll(ATTRIBUTE)) {
    const plain = decode(value ?? "");
    if (name === "style") {
      attributes.style = Object.fromEntries(
        plain
          .split(";")
          .filter(Boolean)
          .map((rule) => {
            const [property, ...rest] = rule.split(":");
            const camel = property!
              .trim()
              .replace(/(?<!^|-)-(\w)/g, (_, letter: string) => letter.toUpperCase());
            return [property!.trim().startsWith("--") ? property!.trim() : camel, rest.join(":").trim()];
          }),
      );
    } else attributes[REACT_NAMES[name!] ?? name!] = TRUE_BY_PRESENCE.has(name!) || plain;
  }
  return attributes;
}

/** The body of a page that React rendered, as a tree that React can render again. */
export function markupOf(html: string): MarkupNode {
  const root: MarkupNode = ["div", {}];
  const open: [string, Record<string, unknown>, ...MarkupNode[]][] = [root];
  for (const [token, closing, tag, attributes] of settle(html).matchAll(TOKEN)) {
    const parent = open.at(-1)!;
    if (token.startsWith("<!--")) continue;
    if (closing) {
      if (open.length > 1) open.pop();
    } else if (tag) {
      const node: [string, Record<string, unknown>, ...MarkupNode[]] = [tag, attributesOf(attributes ?? "")];
      parent.push(node);
      if (!VOID.has(tag) && !token.endsWith("/>")) open.push(node);
    } else parent.push(decode(token));
  }
  return root;
}

/** How many elements a page has, and how many characters of text: two pages alike have the same. */
export function extentOf(html: string): { elements: number; characters: number } {
  const count = (node: MarkupNode): { elements: number; characters: number } => {
    if (typeof node === "string") return { elements: 0, characters: node.length };
    const [, , ...children] = node;
    return children.map(count).reduce(
      (sum, each) => ({
        elements: sum.elements + each.elements,
        characters: sum.characters + each.characters,
      }),
      { elements: 1, characters: 0 },
    );
  };
  return count(markupOf(html));
}
