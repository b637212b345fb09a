import { tokenizer, TokenType } from "@csstools/css-tokenizer";

/** What a style sheet loads: `url(…)` and `@import`. */
export type CssReference = { url: string; at: number };

export function* scanCss(text: string): Generator<CssReference, void> {
  const tokens = tokenizer({ css: text });
  let expectsUrl = false;
  while (!tokens.endOfFile()) {
    const [type, source, start, , data] = tokens.nextToken();
    switch (type) {
      case TokenType.Whitespace:
      case TokenType.Comment:
        continue;
      case TokenType.URL:
        yield { url: data.value, at: start + /^[^(]*\(\s*/.exec(source)![0].length };
        break;
      case TokenType.String:
        if (expectsUrl) yield { url: data.value, at: start + 1 };
        break;
    }
    expectsUrl =
      (type === TokenType.AtKeyword && data.value.toLowerCase() === "import") ||
      (type === TokenType.Function && data.value.toLowerCase() === "url");
  }
}
