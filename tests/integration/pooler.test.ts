import { afterEach, describe, expect, it, vi } from "vitest";

type Globals = { gumPool?: unknown; gumPrisma?: unknown; gumStatements?: unknown };

/** The statements that one connection holds prepared after the application has used it in each of its ways. */
async function preparedAfterUse(env: Record<string, string>): Promise<number> {
  Object.assign(process.env, { DATABASE_POOL: "1", DATABASE_POOLER: "", ...env });
  vi.resetModules();
  const { db, inTransaction } = await import("@/lib/db/client");
  const { pool } = await import("@/lib/db/pool");
  const { findLiveSession } = await import("@/lib/auth/session-repository");
  await db().user.findMany({ select: { id: true }, take: 1 });
  await db().$queryRaw`SELECT 1`;
  await findLiveSession("00000000-0000-7000-8000-000000000000");
  await inTransaction((tx) => tx.post.findMany({ select: { id: true }, take: 1 }));
  const { rows } = await pool().query<{ count: number }>("SELECT count(*)::int FROM pg_prepared_statements");
  await db().$disconnect();
  await pool().end();
  return rows[0]!.count;
}

// The process keeps one of each; the next case starts its own.
afterEach(() => {
  const globals = globalThis as Globals;
  delete globals.gumPool;
  delete globals.gumPrisma;
  delete globals.gumStatements;
});

describe("the server's own limits", () => {
  const limits = async (env: Record<string, string>) => {
    Object.assign(process.env, env);
    vi.resetModules();
    const { pool } = await import("@/lib/db/pool");
    const { rows } = await pool().query<{ name: string; setting: string }>(
      "SELECT name, setting FROM pg_settings WHERE name IN ('statement_timeout', 'idle_in_transaction_session_timeout')",
    );
    await pool().end();
    return Object.fromEntries(rows.map(({ name, setting }) => [name, Number(setting)]));
  };

  it("end a statement and a transaction that nobody waits for", async () => {
    expect(await limits({ DATABASE_POOLER: "" })).toEqual({
      statement_timeout: 4_500,
      idle_in_transaction_session_timeout: 60_000,
    });
  });

  it("are left to the role behind a transaction pooler, which refuses them", async () => {
    expect(await limits({ DATABASE_POOLER: "1" })).toEqual({
      statement_timeout: 0,
      idle_in_transaction_session_timeout: 0,
    });
  });
});

describe("prepared statements", () => {
  it("are kept by a connection of our own", async () => {
    expect(await preparedAfterUse({})).toBeGreaterThan(3);
  });

  it("are not used behind a transaction pooler, where the next statement may meet another connection", async () => {
    expect(await preparedAfterUse({ DATABASE_POOLER: "1" })).toBe(0);
  });

  it("are not used where the address says that a pooler is there", async () => {
    const url = `${process.env.DATABASE_URL}?pgbouncer=true`;
    expect(await preparedAfterUse({ DATABASE_URL: url })).toBe(0);
  });
});
