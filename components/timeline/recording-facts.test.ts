import { expect, it } from "vitest";
import { durationText, languageName } from "./recording-facts";

it("says how long a recording is, as players do", () => {
  expect([0, 499, 1_500, 65_000, 3_599_400, 3_600_000, 36_061_000].map(durationText)).toEqual([
    "0:00",
    "0:00",
    "0:02",
    "1:05",
    "59:59",
    "1:00:00",
    "10:01:01",
  ]);
});

it("names a language in the language of the page", () => {
  expect(languageName("ja", "en")).toBe("Japanese");
  expect(languageName("en-GB", "ja")).toMatch(/英語/);
  expect(languageName("qaa-x-own", "en")).toMatch(/./);
});
