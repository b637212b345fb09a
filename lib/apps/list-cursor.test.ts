import { expect, it } from "vitest";
import { APP_CURSOR_KEYS } from "./list-cursor";

it.each([
  ["newest", ["2026-11-21 10:00:00+00", "2026-11-21 10:00:00.123+00", "2026-11-21 19:00:00.1+09:00"]],
  ["popular", ["0", "12", "-3"]],
  ["trending", ["108.3321", "0", "-2.5", "1.5e-05"]],
  ["name", ["", "kasane", "絵"]],
] as const)("takes the keys of %s", (order, keys) => {
  for (const key of keys) expect([key, APP_CURSOR_KEYS[order](key)]).toEqual([key, true]);
});

it.each([
  [
    "newest",
    [
      "",
      "now",
      "infinity",
      "2026-02-30 10:00:00+00",
      "2026-13-01 10:00:00+00",
      "2026-11-21 25:00:00+00",
      "2026-11-21 10:00:00+99",
      "0000-01-01 00:00:00+00",
    ],
  ],
  ["popular", ["", "x", "99999999999", "1.5"]],
  ["trending", ["", "NaN", "Infinity", "0x10", "1e999", "1e-999"]],
] as const)("takes no others of %s", (order, keys) => {
  for (const key of keys) expect([key, APP_CURSOR_KEYS[order](key)]).toEqual([key, false]);
});
