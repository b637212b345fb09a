import { tokenizer, TokenType } from "@csstools/css-tokenizer";

/** What a style sheet loads: `url(…)` and `@import`. `at` and `end` are the bounds of the address in the source. */
export type CssReference = { url: string; at: number; end: number; isImport: boolean };

export function* scanCss(text: string): Generator<CssReference, void> {
  const tokens = tokenizer({ css: text });
  let expectsUrl = false;
  let isImport = false;
  // The address of a namespace is a name; nothing loads it.
  let isNamespace = false;
  while (!tokens.endOfFile()) {
    const [type, source, start, last, data] = tokens.nextToken();
    switch (type) {
      case TokenType.Whitespace:
      case TokenType.Comment:
        continue;
      case TokenType.AtKeyword:
        isImport = data.value.toLowerCase() === "import";
        isNamespace = data.value.toLowerCase() === "namespace";
        break;
      case TokenType.Semicolon:
      case TokenType.OpenCurly:
        isImport = false;
        isNamespace = false;
        break;
      case TokenType.URL: {
        if (isNamespace) break;
        const at = start + /^[^(]*\(\s*/.exec(source)![0].length;
        yield { url: data.value, at, end: start + source.replace(/\)$/, "").trimEnd().length, isImport };
        isImport = false;
        break;
      }
      case TokenType.String:
        if (!expectsUrl || isNamespace) break;
        // An unclosed string ends with the source.
        yield {
          url: data.value,
          at: start + 1,
          end: source.endsWith(source[0]!) ? last : last + 1,
          isImport,
        };
        isImport = false;
        break;
    }
    expectsUrl =
      (type === TokenType.AtKeyword && isImport) ||
      (type === TokenType.Function && data.value.toLowerCase() === "url");
  }
}
