/** Confusable lower-case characters, by the character they look like. */
const LOOKALIKES: Record<string, string> = {
  a: "аɑαạ",
  b: "ьƅ",
  c: "сϲᴄⅽ",
  d: "ԁⅾ",
  e: "еҽɛ",
  g: "ɡց",
  h: "һհ",
  i: "іıɩιɪ",
  j: "јϳ",
  k: "кκ",
  l: "1ӏⅼǀɭ",
  m: "мⅿ",
  n: "пոη",
  o: "0оοօσᴏ",
  p: "рρ",
  q: "ԛզ",
  r: "гᴦ",
  s: "ѕꜱ",
  t: "тτ",
  u: "υսᴜ",
  v: "νѵᴠⅴ",
  w: "ԝωᴡѡ",
  x: "хχⅹ",
  y: "уγү",
  z: "ᴢ",
  口: "ロ",
  工: "エ",
  力: "カ",
  夕: "タ",
  二: "ニ",
  八: "ハ",
  卜: "ト",
  才: "オ",
  へ: "ヘ",
  べ: "ベ",
  ぺ: "ペ",
  り: "リ",
  一: "ー",
};
const SEEN_AS = new Map(
  Object.entries(LOOKALIKES).flatMap(([seen, alike]) =>
    [...alike].map((character) => [character, seen] as const),
  ),
);

/** A name with confusables folded. `name` is already NFKC and lower case. User names are unique by it: a change needs a migration. */
export function skeleton(name: string): string {
  const seen = [...name].map((character) => SEEN_AS.get(character) ?? character).join("");
  return seen.replaceAll("rn", "m").replaceAll("vv", "w");
}
