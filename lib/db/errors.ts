import "server-only";

/** What the adapter's driver tells about a failed statement, if `error` is one. */
function driverCause(
  error: unknown,
): { kind?: string; originalCode?: string; constraint?: unknown } | undefined {
  const meta = (error as { meta?: { driverAdapterError?: { cause?: object } } } | null)?.meta;
  return meta?.driverAdapterError?.cause as never;
}

/** True if the statement broke a unique constraint (of a column whose name holds `column`, where given). */
export function isUniqueViolation(error: unknown, column?: string): boolean {
  const code = (error as { code?: string } | null)?.code;
  const cause = driverCause(error);
  const unique = code === "P2002" || (code === "P2010" && cause?.originalCode === "23505");
  if (!unique || !column) return unique;
  return JSON.stringify([(error as { meta?: unknown }).meta, String((error as Error).message)]).includes(
    column,
  );
}

/** True if the statement may succeed when tried again: deadlock, serialisation failure, write conflict. */
export function isTransient(error: unknown): boolean {
  const code = (error as { code?: string } | null)?.code;
  const original = driverCause(error)?.originalCode;
  return code === "P2034" || original === "40001" || original === "40P01";
}

/** True if the database cannot be reached or gives no connection in time. */
export function isUnreachable(error: unknown): boolean {
  const { code = "", message = "" } = (error ?? {}) as { code?: string; message?: string };
  // As the driver itself says it: connection exceptions, a server that goes down, no connection within the time.
  if (/^(08...|57P0.|53300)$/.test(code)) return true;
  if (/^(Connection terminated|timeout exceeded when trying to connect)/.test(message)) return true;
  return ["P1001", "P1002", "P1008", "P1017", "P2024", "P2028", "ECONNREFUSED"].includes(code);
}
