import { expect, it } from "vitest";
import { cardAddress } from "./rules";

it.each([
  ["see https://example.com/a?b=1#part and https://other.example", "https://example.com/a?b=1"],
  ["(http://EXAMPLE.com/x).", "https://example.com/x"],
  ["www.example.com", "https://www.example.com/"],
  ["https://example.com:8443/", null],
  ["https://me:secret@example.com/", null],
  [`https://example.com/${"x".repeat(2_000)}`, null],
  ["no link @here #there", null],
])("the card of %j is that of %j", (text, address) => {
  expect(cardAddress(text)).toBe(address);
});
