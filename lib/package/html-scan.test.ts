import { describe, expect, it } from "vitest";
import { decodeAttribute } from "./html-entities";
import { scanHtml } from "./html-scan";

const tags = (text: string) =>
  [...scanHtml(text)].map(({ name, attributes, raw }) => [
    name,
    Object.fromEntries(attributes.map((attribute) => [attribute.name, attribute.value])),
    ...(raw ? [raw.text] : []),
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
    ["<a b='never closed <p>", [["a", { b: "never closed <p>" }]]],
  ])("%s", (text, expected) => expect(tags(text)).toEqual(expected));

  it("says where tags, attributes and values begin", () => {
    const [tag] = scanHtml('<!--x--> <a href="u">');
    expect(tag).toMatchObject({ at: 9, attributes: [{ at: 12, valueAt: 18 }], cut: false });
    expect([...scanHtml("<a b='c")][0]!.cut).toBe(true);
    expect([...scanHtml("<a b=c")][0]!.cut).toBe(true);
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
    const began = performance.now();
    let count = 0;
    for (const tag of scanHtml(text)) count += tag.attributes.length;
    expect(count).toBeGreaterThanOrEqual(0);
    expect(performance.now() - began).toBeLessThan(8_000);
  });
});

describe("decodeAttribute", () => {
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
  ])("%j is %j", (raw, value) => expect(decodeAttribute(raw)).toBe(value));
});
