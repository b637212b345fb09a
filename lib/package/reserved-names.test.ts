import { expect, test } from "vitest";
import { isReservedName } from "./reserved-names";

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
