import { afterEach, expect, it, vi } from "vitest";

afterEach(() => vi.unstubAllEnvs());

/** The database with a limit for every statement, as `ALTER ROLE … SET` gives one. */
function limitedUrl(ms: number): string {
  const url = new URL(process.env.DATABASE_URL!);
  url.searchParams.set("options", `-c statement_timeout=${ms}`);
  return url.href;
}

it("long work has ten minutes for a statement, whatever the limit of the role", async () => {
  vi.stubEnv("DATABASE_URL", limitedUrl(200));
  vi.resetModules();
  const { inLongTransaction } = await import("@/lib/db/client");
  const limit = await inLongTransaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM pg_sleep(0.5)`;
    const [row] = await tx.$queryRaw<{ statement_timeout: string }[]>`SHOW statement_timeout`;
    return row!.statement_timeout;
  });
  expect(limit).toBe("10min");
});
