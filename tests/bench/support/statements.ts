import { Prisma } from "@/lib/db/generated/client";

export type Statement = { text: string; values: unknown[] };

type Raw = (strings: readonly string[], ...values: unknown[]) => Promise<never[]>;
type Query = (statement: Statement) => Promise<{ rows: never[] }>;
const holder = globalThis as typeof globalThis & {
  gumPrisma?: { $queryRaw: Raw };
  gumPool?: { query: Query };
};

/**
 * The very statement that a function of a repository sends, with its values: where the bare servers and the plans
 * are measured, it is the product's own SQL. The function gets no rows.
 */
export async function statementOf(ask: () => Promise<unknown>): Promise<Statement> {
  const seen: Statement[] = [];
  const { gumPrisma, gumPool } = holder;
  holder.gumPool = {
    query: ({ text, values }) => {
      seen.push({ text, values });
      return Promise.resolve({ rows: [] });
    },
  };
  holder.gumPrisma = {
    $queryRaw: (strings, ...values) => {
      const { text, values: flat } = Prisma.sql(strings, ...values);
      seen.push({ text, values: flat });
      return Promise.resolve([]);
    },
  };
  try {
    await ask();
  } finally {
    Object.assign(holder, { gumPrisma, gumPool });
  }
  const [statement] = seen;
  if (!statement || seen.length > 1) throw new Error(`${seen.length} statements where one was expected.`);
  return statement;
}
