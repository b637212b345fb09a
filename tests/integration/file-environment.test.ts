import { afterAll, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { createDatabase } from "../support/database";

const holder = globalThis as typeof globalThis & { gumPool?: unknown; gumPrisma?: unknown };
const other = await createDatabase();
afterAll(() => other.drop());

it("keeps to its own database, whatever late work of another file makes", async () => {
  const own = process.env.DATABASE_URL;
  process.env.DATABASE_URL = other.url;
  // As that file's modules do, which have its configuration.
  const late = db();
  process.env.DATABASE_URL = own;
  expect(await late.user.count()).toBe(0);
  expect([holder.gumPool, holder.gumPrisma]).toEqual([undefined, undefined]);
});
