import { expect, it } from "vitest";
import { putCardSchema } from "./card-contract";
import { putSnapshotSchema, snapshotQuery, updatesQuery } from "./contract";

it("a serial is one that the database can hold", () => {
  expect(updatesQuery.parse({})).toEqual({ after: 0 });
  expect(updatesQuery.parse({ after: "2147483647" })).toEqual({ after: 2_147_483_647 });
  for (const after of ["2147483648", "9007199254740991", "1e300", "-1", "0.5", "x"])
    expect(updatesQuery.safeParse({ after }).success).toBe(false);
  for (const before of ["0", "2147483648", "9007199254740991"])
    expect(snapshotQuery.safeParse({ before }).success).toBe(false);
  expect(putSnapshotSchema.safeParse({ serial: 2 ** 31, state: "" }).success).toBe(false);
});

it("a card names nobody twice", () => {
  expect(putCardSchema.parse({ people: ["a", "b", "a"] }).people).toEqual(["a", "b"]);
  expect(putCardSchema.parse({ title: "x" }).people).toEqual([]);
});
