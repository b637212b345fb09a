import { skeleton } from "@/lib/shared/lookalikes";

/**
 * Trust model. Untrusted: whoever names an app. Under the shell's own name, or one that looks like it, an app
 * could speak for the shell. Names are compared by their skeleton (Unicode TS 39) without case, accents,
 * spaces and punctuation.
 */
const OWN_NAMES = [
  "Gum App, Gum System, Gum Team, Gum Support, Gum Security, Gum Admin, Gum Official, System, Login, Sign In, Sign Up",
  "Timeline, Store, Apps, Apps List, Your Apps, Local Apps, App Creator, Add App, Create an App, Playground, Settings",
  "Notifications, Profile, Account, Search, Discover People, Dock, Dock Position, Theme, Password, Session Expired",
  "Developer Terminal, Terminal, Command Palette, Keyboard Shortcuts",
  "タイムライン、ストア、アプリ、アプリ一覧、マイアプリ、ローカルアプリ、アプリ作成、アプリを作る、アプリを追加、プレイグラウンド",
  "設定、通知、プロフィール、アカウント、検索、ドック、ドックの位置、テーマ、パスワード、セッションの有効期限切れ、ログイン",
  "開発者ターミナル、ターミナル、コマンドパレット、キーボードショートカット、ガム、システム、公式",
].flatMap((names) => names.split(/[,、]\s*/));

/** Lower-case letters whose capitals or small capitals look Latin; no user name has them. */
const CAPITALS: Record<string, string> = {
  a: "Ꭺꭺ",
  b: "вβᏼʙ",
  c: "Ꮯꮯ",
  d: "Ꭰꭰᴅ",
  e: "εᎬꭼᴇ",
  g: "Ꮐꮐɢ",
  h: "нᎻꮋʜ",
  i: "lᎥꭵ",
  j: "Ꭻꭻᴊ",
  k: "Ꮶꮶᴋ",
  l: "լʟᏞꮮ",
  m: "μᴍᎷꮇ",
  n: "ɴ",
  p: "Ꮲꮲᴘ",
  r: "Ꭱꭱʀ",
  s: "տᏚꮪ5$",
  t: "Ꭲꭲᴛ",
  v: "Ꮩꮩ",
  w: "Ꮃꮃ",
  z: "ζᏃꮓ",
};
const SEEN_AS = new Map(
  Object.entries(CAPITALS).flatMap(([seen, alike]) => [...alike].map((character) => [character, seen])),
);

/** The first of 26 circled, squared or flag letters that no normalization folds. */
const LETTER_SETS = [0x1f150, 0x1f170, 0x1f1e6];

function plainLetter(character: string): string {
  const code = character.codePointAt(0)!;
  const first = LETTER_SETS.find((start) => code >= start && code < start + 26);
  return first === undefined ? character : String.fromCharCode(0x61 + code - first);
}

function keyOf(name: string): string {
  const plain = [...name.normalize("NFKD")].map(plainLetter).join("").toLowerCase().normalize("NFKD");
  const folded = [...skeleton(plain.replace(/\p{M}/gu, ""))];
  const letters = folded.map((character) => SEEN_AS.get(character) ?? character).join("");
  return letters.replace(/[^\p{L}\p{N}]|\p{Default_Ignorable_Code_Point}/gu, "");
}

const GUM = keyOf("Gum");
const RESERVED = new Set(OWN_NAMES.map(keyOf));

/** The speaker, if a text begins with one: "Gum asks: …", "System – …", "Gumからのお知らせ". */
const SPEAKER =
  /^\s*(.{1,40}?)\s*(?:[:：;|>»→!！?？—–]|-\s|\s(?:asks?|says?|needs?|wants?|requires?|is asking)\b|から|より|が|は)/su;
/** Names besides the brand that only the shell may use; apps have settings and accounts of their own. */
const SPEAKERS = new Set(
  [
    "System",
    "Sign In",
    "Login",
    "Session Expired",
    "システム",
    "ログイン",
    "公式",
    "セッションの有効期限切れ",
  ].map(keyOf),
);

/** True for a text that speaks as the shell, or as something that looks like it. */
export function speaksAsShell(text: string): boolean {
  const speaker = SPEAKER.exec(text.normalize("NFKC"))?.[1] ?? text;
  const key = keyOf(speaker);
  const isBrand =
    (key.startsWith(GUM) || key.endsWith(GUM) || key.startsWith(keyOf("ガム"))) && isReservedName(speaker);
  return isBrand || SPEAKERS.has(key);
}

/** True for a name of the shell, with or without its brand, and for one that looks like it. */
export function isReservedName(name: string): boolean {
  const key = keyOf(name);
  const rest = key.startsWith(GUM) ? key.slice(GUM.length) : key;
  const core = rest.endsWith(GUM) ? rest.slice(0, -GUM.length) : rest;
  return (core === "" && key !== "") || [key, rest, core].some((part) => RESERVED.has(part));
}
