import { expect, it } from "vitest";
import { byteRange } from "./byte-range";

it.each([
  ["bytes=0-", { start: 0, end: 99 }],
  ["bytes=0-0", { start: 0, end: 0 }],
  ["BYTES=10-19", { start: 10, end: 19 }],
  ["bytes= 10-19 ", { start: 10, end: 19 }],
  ["bytes=90-500", { start: 90, end: 99 }],
  ["bytes=99-", { start: 99, end: 99 }],
  ["bytes=-10", { start: 90, end: 99 }],
  ["bytes=-500", { start: 0, end: 99 }],
  ["bytes=100-", "unsatisfiable"],
  ["bytes=100-200", "unsatisfiable"],
  ["bytes=-0", "unsatisfiable"],
  // The whole file.
  [null, null],
  ["", null],
  ["bytes=-", null],
  ["bytes=20-10", null],
  ["bytes=0-1,5-6", null],
  ["bytes=a-b", null],
  ["bytes=0x0-0x9", null],
  ["bytes=--1", null],
  ["items=0-1", null],
  ["bytes 0-1", null],
  ["bytes=99999999999999999999999-", null],
])("%s of 100 bytes", (header, expected) => {
  expect(byteRange(header, 100)).toEqual(expected);
});

it("has no part of an empty file", () => {
  expect(byteRange("bytes=0-", 0)).toBe("unsatisfiable");
  expect(byteRange("bytes=-1", 0)).toBe("unsatisfiable");
});
