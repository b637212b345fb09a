import { expect, it } from "vitest";
import { allowsSource } from "./license";

it.each([
  ["MIT", true],
  ["Apache-2.0 WITH LLVM-exception", true],
  ["(GPL-3.0-or-later OR LicenseRef-Mine)", true],
  ["MIT AND CC-BY-4.0", true],
  ["MIT AND LicenseRef-Mine", false],
  ["CC-BY-NC-ND-4.0", false],
  ["UNLICENSED", false],
  ["Proprietary", false],
  ["All rights reserved", false],
  ["", false],
  [undefined, false],
])("%s: %s", (license, open) => {
  expect(allowsSource(license)).toBe(open);
});
