import { expect, it } from "vitest";
import { isOutOfSpace, isTransient, isUnreachable } from "./errors";

const raw = (cause: object) => ({ code: "P2010", message: "", meta: { driverAdapterError: { cause } } });
/** What COMMIT throws. */
const bare = (originalCode: string) => ({
  name: "DriverAdapterError",
  message: "",
  cause: { kind: "postgres", originalCode },
});

const QUOTED = 'invalid input syntax for type uuid: "Query read timeout"';

it.each([
  ["a server that shuts down", { code: "57P01" }],
  ["a process that ends because another one crashed", { code: "57P02" }],
  ["the same in a raw statement", raw({ kind: "postgres", originalCode: "57P02" })],
  ["a connection that breaks under a raw statement", raw({ kind: "ConnectionClosed" })],
  ["a raw statement that took too long", raw({ kind: "postgres", originalCode: "57014" })],
  [
    "a raw statement of a transaction that was idle for too long",
    raw({ kind: "postgres", originalCode: "25P03" }),
  ],
  ["a database that dies during a commit", bare("57P01")],
  ["a refused connection", { code: "ECONNREFUSED" }],
  ["a query without an answer", new Error("Query read timeout")],
  ["the next one on its connection", new Error("Client was closed and is not queryable")],
])("%s is an unreachable database", (_, error) => expect(isUnreachable(error)).toBe(true));

it.each([
  ["a unique violation", raw({ kind: "UniqueConstraintViolation", originalCode: "23505" })],
  ["a full disk", raw({ kind: "postgres", originalCode: "53100" })],
  ["a value that reads like a timeout", { code: "22P02", severity: "ERROR", message: QUOTED }],
  ["the same in a raw statement", { ...raw({ kind: "postgres", originalCode: "22P02" }), message: QUOTED }],
  ["nothing", null],
])("%s is not", (_, error) => expect(isUnreachable(error)).toBe(false));

it("a commit may fail because of another transaction or a full disk", () => {
  expect(isTransient(bare("40001"))).toBe(true);
  expect(isOutOfSpace(bare("53100"))).toBe(true);
  expect(isOutOfSpace(bare("53200"))).toBe(true);
  expect(isOutOfSpace(bare("40001"))).toBe(false);
});
