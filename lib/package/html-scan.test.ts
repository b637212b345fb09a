import { describe, expect, it } from "vitest";
import { cpuMilliseconds } from "@/tests/support/cpu-time";
import { htmlScanner, scanHtml, type HtmlTag } from "./html-scan";

function scan(text: string): HtmlTag[] {
  const tags: HtmlTag[] = [];
  scanHtml(text, (tag) => tags.push(tag));
  return tags;
}

const tags = (text: string) =>
  scan(text).map(({ name, attributes, raw }) => [
    name,
    Object.fromEntries(attributes.map((attribute) => [attribute.name, attribute.value])),
    ...(raw ? [raw.source] : []),
  ]);

describe("scanHtml", () => {
  it.each<[string, unknown[]]>([
    ["<p>", [["p", {}]]],
    ["<P CLASS=x>", [["p", { class: "x" }]]],
    ["<a b c=d e='f>g' h=\"i'j\">", [["a", { b: "", c: "d", e: "f>g", h: "i'j" }]]],
    ["<a b = c d\n=\n'e'>", [["a", { b: "c", d: "e" }]]],
    ["<a/b/c=d/>", [["a", { b: "", c: "d/" }]]],
    ["<a x=1 X=2>", [["a", { x: "1" }]]],
    ["<a =b>", [["a", { "=b": "" }]]],
    ["<a b=>x", [["a", { b: "" }]]],
    ["<a b='1'c='2'>", [["a", { b: "1", c: "2" }]]],
    ["a < b <p>", [["p", {}]]],
    ["<1><p>", [["p", {}]]],
    ["<!-- <a> --><b>", [["b", {}]]],
    ["<!--><b>", [["b", {}]]],
    ["<!---><b>", [["b", {}]]],
    ["<!--!><a>--><b>", [["b", {}]]],
    ["<!-- --!><b>", [["b", {}]]],
    ["<!doctype html><b>", [["b", {}]]],
    ["<?xml <a>?><b>", [["b", {}]]],
    ["</ <a>><b>", [["b", {}]]],
    ["</p onclick='<i>'><b>", [["b", {}]]],
    [
      "<script>if (a<b) '<p>'</script><b>",
      [
        ["script", {}, "if (a<b) '<p>'"],
        ["b", {}],
      ],
    ],
    [
      "<script>'</scripty>'</SCRIPT ><b>",
      [
        ["script", {}, "'</scripty>'"],
        ["b", {}],
      ],
    ],
    [
      "<script><!-- <script> </script> --></script><b>",
      [
        ["script", {}, "<!-- <script> </script> -->"],
        ["b", {}],
      ],
    ],
    [
      "<style>a{}</style><textarea><p></textarea><b>",
      [
        ["style", {}, "a{}"],
        ["textarea", {}, "<p>"],
        ["b", {}],
      ],
    ],
    ["<script>never closed <p>", [["script", {}, "never closed <p>"]]],
    ["<a b='never closed <p>", []],
  ])("%s", (text, expected) => expect(tags(text)).toEqual(expected));

  it.each([1, 2, 3, 7])("finds the same in pieces of %i characters", (length) => {
    const text = `<!doctype html>\r\n<!-- <a> --><title>&lt;Tom &amp; \u{1F600}</title><a b='&notit;' c="d\r\ne">
      <script><!-- <script> '</p>' </script> --></script><p =x ONCLICK=y><style>a{}</style><textarea><p></textare`;
    const found: HtmlTag[] = [];
    const write = htmlScanner(text, (tag) => found.push(tag));
    for (let at = 0; at < text.length; at += length)
      write(text.slice(at, at + length), at + length >= text.length);
    expect(found).toEqual(scan(text));
  });

  it("says where tags, attributes and values begin", () => {
    expect(scan('<!--x--> <a href="u">')).toMatchObject([{ at: 9, attributes: [{ at: 12, valueAt: 18 }] }]);
    const text = "é😀\r\n<a\r\n =b = 'c'\td\te= f><style>\r\nx";
    const [a, style] = scan(text);
    expect(a!.attributes.map(({ at, valueAt }) => [text.slice(at, at + 2), text[valueAt]])).toEqual([
      ["=b", "c"],
      ["d\t", "\t"],
      ["e=", "f"],
    ]);
    expect(style!.raw).toEqual({ source: "\r\nx", at: text.indexOf("<style>") + 7, text: "\nx" });
  });

  it("looks at so many attributes of a tag and no more", () => {
    const text = `<a ${Array.from({ length: 300 }, (_, i) => `a${i}`).join(" ")}>`;
    expect(scan(text)[0]!.attributes).toHaveLength(200);
  });

  it.each([
    ["<", 1],
    ["<!--", 1],
    ["<a ", 1],
    ["<a b='", 1],
    ["<script>", 1],
    ["<script><!--", 1],
    ["<script><!--<script>", 1],
    ["</", 1],
    ["<a b=\"'", 1],
    ["<textarea></textarea", 1],
    ["&#", 1],
  ])("takes time in proportion to the text: %s", (piece) => {
    const text = piece.repeat(Math.ceil(2_000_000 / piece.length));
    let count = 0;
    const scanAll = () => scanHtml(text, (tag) => (count += tag.attributes.length));
    expect(cpuMilliseconds(scanAll)).toBeLessThan(8_000);
    expect(count).toBeGreaterThanOrEqual(0);
  });
});

describe("the value of an attribute", () => {
  it.each([
    ["a &amp;&amp; b", "a && b"],
    ["a && b", "a && b"],
    ["f(&quot;x&quot;)", 'f("x")'],
    ["f(&#39;x&#x27;&#X27;)", "f('x'')"],
    ["f(&apos;x&apos;)", "f('x')"],
    ["a&lt;b", "a<b"],
    ["a&ltb", "a&ltb"],
    ["a&lt=b", "a&lt=b"],
    ["a&lt b", "a< b"],
    ["?a=1&copy=2&amp=3", "?a=1&copy=2&amp=3"],
    ["&copy;=1", "©=1"],
    ["&notit;", "&notit;"],
    ["x&&y();z", "x&&y();z"],
    ["&unknown;", "&unknown;"],
    ["&#0;&#xd800;&#x110000;", "\ufffd\ufffd\ufffd"],
    ["&#150;", "–"],
    ["&#128512;", "😀"],
    ["a\r\nb\rc", "a\nb\nc"],
    ["&lpar;&rpar;&NewLine;&lcub;", "()\n{"],
  ])("%j is %j", (raw, value) => expect(scan(`<a b='${raw}'>`)[0]!.attributes[0]!.value).toBe(value));
});
