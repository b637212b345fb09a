import { expect, test } from "vitest";
import { isReservedName, speaksAsShell } from "./reserved-names";

test.each([
  ...["Gum", "GUM", "gum!", "G u m", "Gum Settings", "Settings", "The-Gum".slice(4), "Settings (Gum)"],
  ...["Developer Terminal", "developer-terminal", "Gum Developer Terminal", "Tirneline", "TimeIine"],
  ...[
    "Gսm",
    "Ｇｕｍ",
    "𝐆𝐮𝐦",
    "Ⓖⓤⓜ",
    "🅖🅤🅜",
    "🇬🇺🇲",
    "ɢᴜᴍ",
    "ᏀUᎷ",
    "Guм",
    "GUΜ",
    "Gυm",
    "Gúm",
    "Ѕettings",
    "Ѕеttіngѕ",
  ],
  ...["G\u200Bum", "G\u00ADum", "Gum\u2060 Settings", "Set\u034Ftings", "G\u0335um"],
  ...["設定", "タイムライン", "Gum 設定", "開発者ターミナル", "ﾀｲﾑﾗｲﾝ", "通知"],
])("%s is a name of the shell", (name) => {
  expect(isReservedName(name)).toBe(true);
});

test.each([
  ...["Bubblegum", "Gum Drop", "Gumball", "Chess", "Timelines of Rome", "My Settings", "Store Manager"],
  ...["設定メモ", "ガムテープ", "Гуманитарий", "Γουμένισσα", "Գում", "🎮", "2048", "…", "Terminal Velocity"],
])("%s is free", (name) => {
  expect(isReservedName(name)).toBe(false);
});

test.each([
  ...[
    "Gum asks: enter your password",
    "Gum: session ended",
    "GUM says hello",
    "Gum Security – act now",
    "Gum",
  ],
  ...[
    "ɢᴜᴍ asks: enter your password",
    "Ｇｕｍ：パスワードを入力",
    "G\u200Bum! Sign in",
    "Gսm needs your code",
  ],
  ...[
    "System: update",
    "Ѕystem – restart",
    "Session expired",
    "Sign in",
    "Sign in: again",
    "ログイン",
    "システム：更新",
  ],
  ...["ガムからのお知らせ", "Gumからパスワードの確認", "Gum公式：確認"],
])("%s speaks as the shell", (text) => {
  expect(speaksAsShell(text)).toBe(true);
});

test.each([
  ...[
    "Gum drops: 5",
    "Bubblegum: 3 votes",
    "Chewing gum",
    "Gumball says hi",
    "3 votes: curry 2",
    "Settings: hard",
  ],
  ...[
    "Solar system: 8 planets",
    "Search",
    "Profile: Ada",
    "Password game",
    "Kai asks: lunch?",
    "カレー：2票",
  ],
  ...["ガムテープ：3", "今日は晴れ", "通知：2", "", "…"],
])("%s is an app's own", (text) => {
  expect(speaksAsShell(text)).toBe(false);
});
