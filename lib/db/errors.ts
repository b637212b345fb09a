import "server-only";

/** The driver's details of a failed statement. */
function driverCause(
  error: unknown,
): { kind?: string; originalCode?: string; constraint?: unknown } | undefined {
  const meta = (error as { meta?: { driverAdapterError?: { cause?: object } } } | null)?.meta;
  return meta?.driverAdapterError?.cause as never;
}

/** True for a unique constraint violation; with `column`, only for a column whose name contains it. */
export function isUniqueViolation(error: unknown, column?: string): boolean {
  const code = (error as { code?: string } | null)?.code;
  const cause = driverCause(error);
  const unique = code === "P2002" || (code === "P2010" && cause?.originalCode === "23505");
  if (!unique || !column) return unique;
  return JSON.stringify([(error as { meta?: unknown }).meta, String((error as Error).message)]).includes(
    column,
  );
}

/** True if a retry may succeed: deadlock, serialization failure, write conflict. */
export function isTransient(error: unknown): boolean {
  const code = (error as { code?: string } | null)?.code;
  const original = driverCause(error)?.originalCode;
  return code === "P2034" || original === "40001" || original === "40P01";
}

/** True if the database has no room left, on disk or in memory. */
export function isOutOfSpace(error: unknown): boolean {
  const code = (error as { code?: string } | null)?.code;
  return [code, driverCause(error)?.originalCode].some((each) => each === "53100" || each === "53200");
}

/** True if the database is unreachable or does not answer in time. */
export function isUnreachable(error: unknown): boolean {
  const { code = "", message = "" } = (error ?? {}) as { code?: string; message?: string };
  // A statement that took too long, by the server's count or by ours.
  if (code === "57014" || driverCause(error)?.originalCode === "57014") return true;
  if (message.includes("Query read timeout")) return true;
  // The driver's own codes and messages: connection exception, server shutdown, pool timeout.
  if (/^(08...|57P0.|53300)$/.test(code)) return true;
  if (
    /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect)/.test(
      message,
    )
  )
    return true;
  if (/^E(CONNREFUSED|CONNRESET|PIPE|TIMEDOUT|HOSTUNREACH|NOTFOUND|AI_AGAIN)$/.test(code)) return true;
  return ["P1001", "P1002", "P1008", "P1017", "P2024", "P2028"].includes(code);
}
