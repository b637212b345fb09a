import { expect, test } from "vitest";
import { balances, readAmount, settle, writeAmount } from "../warikan/settle.js";

test("amounts are read as people write them, and written so that they can be read", () => {
  expect(
    ["12", "12.5", "12,50", "1,200", "¥1,200", "１２００", "0", "-3", "x", "1.234", ""].map(readAmount),
  ).toEqual([1200, 1250, 1250, 120000, 120000, 120000, null, null, null, null, null]);
  expect([1200, 1250, 5, 123456700].map(writeAmount)).toEqual(["12", "12.50", "0.05", "1,234,567"]);
});

test("a rest that cannot be split falls to the first ones, and nothing is lost", () => {
  const all = balances(["a", "b", "c"], [{ name: "a", what: "", amount: 1000 }]);
  expect(all.map(({ balance }) => balance)).toEqual([666, -333, -333]);
});

test("few payments settle everything", () => {
  const people = ["a", "b", "c", "d"];
  const payments = [
    { name: "a", amount: 9000 },
    { name: "b", amount: 3000 },
  ];
  const transfers = settle(people, payments);
  expect(transfers).toEqual([
    { from: "d", to: "a", amount: 3000 },
    { from: "c", to: "a", amount: 3000 },
  ]);
  expect(
    settle(
      people,
      people.map((name) => ({ name, amount: 500 })),
    ),
  ).toEqual([]);
});
