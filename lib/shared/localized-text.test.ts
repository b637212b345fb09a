import { expect, it } from "vitest";
import { textFor } from "./localized-text";

it("speaks the reader's language, else English, else the first", () => {
  const text = { de: "Zeigt das Wetter", en: "Shows the weather", ja: "天気を表示します" };
  expect(textFor(text, "ja")).toBe("天気を表示します");
  expect(textFor(text, "ja-JP")).toBe("天気を表示します");
  expect(textFor(text, "fr")).toBe("Shows the weather");
  expect(textFor({ de: "Zeigt das Wetter", ja: "天気を表示します" }, "en")).toBe("Zeigt das Wetter");
  expect(textFor("Shows the weather", "ja")).toBe("Shows the weather");
});
