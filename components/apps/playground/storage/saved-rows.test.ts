import { expect, test } from "vitest";
import { isStorable, prettyValue, savedRows } from "./saved-rows";

test("what an app has saved is ordered by area and key, without what is not its own", () => {
  const rows = savedRows({
    entries: [
      { area: "local", key: "b", value: "2" },
      { area: "local", key: "a", value: "1" },
      { area: "values", key: "\0xdc:00000001", value: "{}" },
      { area: "values", key: "score", value: "3" },
      { area: "cookies", key: "theme", value: '{"value":"dark","expires":1000}' },
      { area: "cookies", key: "odd", value: "odd" },
    ],
    session: [
      ["tab", "x"],
      ["\0cookie:seen", "yes"],
    ],
  });
  expect(rows.get("local")!.map(({ key }) => key)).toEqual(["a", "b"]);
  expect(rows.get("values")!.map(({ key }) => key)).toEqual(["score"]);
  expect(rows.get("session")!.map(({ key }) => key)).toEqual(["tab"]);
  expect(rows.get("cookies")!.map(({ key, text, expires }) => [key, text, expires])).toEqual([
    ["odd", "odd", null],
    ["seen", "yes", null],
    ["theme", "dark", 1000],
  ]);
});

test("gum.storage takes JSON, localStorage any text", () => {
  expect(isStorable("values", "[1]")).toBe(true);
  expect(isStorable("values", "text")).toBe(false);
  expect(isStorable("local", "text")).toBe(true);
});

test("JSON is shown with line breaks, other texts as they are", () => {
  expect(prettyValue('{"a":1}')).toBe('{\n  "a": 1\n}');
  expect(prettyValue("{a")).toBe("{a");
  expect(prettyValue("12")).toBe("12");
});
