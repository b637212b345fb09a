import { expect, it } from "vitest";
import { allowsSource, OPEN_LICENSES } from "./license";

it.each([
  ["MIT", true],
  ["mit", true],
  ["Apache-2.0 WITH LLVM-exception", true],
  ["(GPL-3.0-or-later OR LicenseRef-Mine)", true],
  ["LGPL-2.1-only", true],
  ["GPL-2.0+", true],
  ["MIT AND CC-BY-4.0", true],
  ["CC-BY-NC-SA-4.0", true],
  ["MIT AND LicenseRef-Mine", false],
  ["CC-BY-ND-4.0", false],
  ["CC-BY-NC-ND-4.0", false],
  ["MIT-style, but ask me first", false],
  ["MIT-only", false],
  ["Apache-like", false],
  ["BUSL-1.1", false],
  ["UNLICENSED", false],
  ["Proprietary", false],
  ["All rights reserved", false],
  ["", false],
  [undefined, false],
])("%s: %s", (license, open) => {
  expect(allowsSource(license)).toBe(open);
});

it("has each license once", () => {
  expect(OPEN_LICENSES.filter((name, index) => OPEN_LICENSES.indexOf(name) !== index)).toEqual([]);
  expect(OPEN_LICENSES.filter((name) => !allowsSource(name))).toEqual([]);
});
