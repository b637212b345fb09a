import { expect, it } from "vitest";
import { RowDigest } from "./row-digest.mjs";

function digestOf(text, size = text.length) {
  const digest = new RowDigest();
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) digest.add(bytes.subarray(at, at + size));
  return String(digest);
}

it("is the same for the same lines, in any order and any parts", () => {
  const rows = "1\tred\n2\t改行\\n🎨\n3\t\\N\n";
  for (const size of [1, 2, 5, 100]) expect(digestOf(rows, size)).toBe(digestOf(rows));
  expect(digestOf("3\t\\N\n1\tred\n2\t改行\\n🎨\n")).toBe(digestOf(rows));
});

it("differs for a row that was changed, is missing, there twice or cut off", () => {
  const digest = digestOf("1\tred\n2\tblue\n");
  for (const other of [
    "1\tred\n2\tblu\n",
    "1\tred\n",
    "1\tred\n1\tred\n2\tblue\n",
    "1\tred\n2\tblue",
    "1\tblue\n2\tred\n",
    "",
  ])
    expect(digestOf(other)).not.toBe(digest);
});
