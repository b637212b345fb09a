/**
 * Character references in attribute values, decoded as browsers do (HTML, 13.2.5.72 and after). A handler's hash is
 * taken of the decoded text, so `&quot;` must come out right. Known names: all that may lack their semicolon, all of
 * ASCII, and the punctuation that people write; the other names of HTML5 stay as they are.
 */

const LATIN1 =
  "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml";

/** Those that may stand without a semicolon. */
const LEGACY = new Map<string, string>([
  ...LATIN1.split(" ").map((name, index): [string, string] => [name, String.fromCharCode(160 + index)]),
  ...Object.entries({
    amp: "&",
    lt: "<",
    gt: ">",
    quot: '"',
    AMP: "&",
    LT: "<",
    GT: ">",
    QUOT: '"',
    COPY: "©",
    REG: "®",
  }),
]);

const NAMED = new Map<string, string>([
  ...LEGACY,
  ...Object.entries({
    Tab: "\t",
    NewLine: "\n",
    excl: "!",
    num: "#",
    dollar: "$",
    percnt: "%",
    apos: "'",
    lpar: "(",
    rpar: ")",
    ast: "*",
    midast: "*",
    plus: "+",
    comma: ",",
    period: ".",
    sol: "/",
    colon: ":",
    semi: ";",
    equals: "=",
    quest: "?",
    commat: "@",
    lsqb: "[",
    lbrack: "[",
    bsol: "\\",
    rsqb: "]",
    rbrack: "]",
    Hat: "^",
    lowbar: "_",
    UnderBar: "_",
    grave: "`",
    DiacriticalGrave: "`",
    lcub: "{",
    lbrace: "{",
    verbar: "|",
    vert: "|",
    VerticalLine: "|",
    rcub: "}",
    rbrace: "}",
    hellip: "…",
    mdash: "—",
    ndash: "–",
    lsquo: "‘",
    rsquo: "’",
    ldquo: "“",
    rdquo: "”",
    bull: "•",
    trade: "™",
    euro: "€",
    larr: "←",
    uarr: "↑",
    rarr: "→",
    darr: "↓",
  }),
]);

/** 80 to 9F. By hand: what a TextDecoder makes of them differs between Node and browsers. */
const WINDOWS_1252 = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ";

const REFERENCE = /&(?:#x([0-9a-f]+);?|#([0-9]+);?|([A-Za-z][A-Za-z0-9]*)(;?)(=?))/gi;

/** The value of an attribute as a script sees it. Line breaks are `\n`, as the parser makes them. */
export function decodeAttribute(raw: string): string {
  const text = raw.includes("\r") ? raw.replace(/\r\n?/g, "\n") : raw;
  if (!text.includes("&")) return text;
  return text.replace(
    REFERENCE,
    (whole, hex?: string, decimal?: string, name = "", semicolon = "", equals = "") => {
      if (hex !== undefined) return fromCodePoint(parseInt(hex, 16));
      if (decimal !== undefined) return fromCodePoint(parseInt(decimal, 10));
      if (semicolon !== "") return (NAMED.get(name) ?? `&${name};`) + equals;
      // Without a semicolon, what follows must not look like the rest of a query string.
      return (equals === "" && LEGACY.get(name)) || whole;
    },
  );
}

/** 0 and what is no character become U+FFFD; 80 to 9F mean what they mean in windows-1252. */
function fromCodePoint(code: number): string {
  if (code >= 0x80 && code <= 0x9f) return WINDOWS_1252[code - 0x80]!;
  const invalid = code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff);
  return invalid ? "\ufffd" : String.fromCodePoint(code);
}
