import "server-only";

type DriverCause = { kind?: string; originalCode?: string; constraint?: unknown };

/** The driver's details of a failed statement. Prisma wraps its error, but not that of COMMIT and ROLLBACK. */
function driverCause(error: unknown): DriverCause | undefined {
  const { name, cause, meta } = (error ?? {}) as {
    name?: string;
    cause?: DriverCause;
    meta?: { driverAdapterError?: { cause?: DriverCause } };
  };
  return name === "DriverAdapterError" ? cause : meta?.driverAdapterError?.cause;
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

/** True for a value of a statement of our own driver that the database cannot read: out of range, an unfinished pattern. */
export function isInvalidData(error: unknown): error is { code: string; message: string } {
  return /^22[\dA-Z]{3}$/.test((error as { code?: string } | null)?.code ?? "");
}

/** True if the database is out of disk or memory. */
export function isOutOfSpace(error: unknown): boolean {
  const code = (error as { code?: string } | null)?.code;
  return [code, driverCause(error)?.originalCode].some((each) => each === "53100" || each === "53200");
}

/** Connection exceptions, transaction timeouts, server shutdown or crash, too many connections, statement timeout. */
const UNREACHABLE_CODES = /^(08...|25P0[34]|57P0.|53300|57014)$/;
/** Prisma's codes for a broken connection; for raw statements inside a P2010. */
const UNREACHABLE_KINDS = new Set(["ConnectionClosed", "DatabaseNotReachable", "SocketTimeout"]);

/** True if the server ended a statement that took too long: it is alive. */
export function isStatementTimeout(error: unknown): boolean {
  const code = (error as { code?: string } | null)?.code;
  return [code, driverCause(error)?.originalCode].includes("57014");
}

/** True if the database did not answer in time, neither a query nor a new connection: another one would wait as long. */
export function isUnanswered(error: unknown): boolean {
  const { message = "", severity } = (error ?? {}) as { message?: string; severity?: string };
  // The server did answer, and may quote a value that somebody sent.
  if (severity || driverCause(error)?.originalCode) return false;
  return /Query read timeout|timeout exceeded when trying to connect|connection timeout|timeout expired/.test(
    message,
  );
}

/** True if the database is unreachable or does not answer in time. */
export function isUnreachable(error: unknown): boolean {
  const { code = "", message = "" } = (error ?? {}) as { code?: string; message?: string };
  const { kind = "", originalCode = "" } = driverCause(error) ?? {};
  if (UNREACHABLE_KINDS.has(kind) || UNREACHABLE_CODES.test(originalCode)) return true;
  if (isUnanswered(error)) return true;
  // The driver's own codes and messages.
  if (UNREACHABLE_CODES.test(code)) return true;
  if (/^(Connection terminated|Client (has encountered a connection error|was closed))/.test(message))
    return true;
  if (/^E(CONNREFUSED|CONNRESET|PIPE|TIMEDOUT|HOSTUNREACH|NOTFOUND|AI_AGAIN)$/.test(code)) return true;
  return ["P1001", "P1002", "P1008", "P1017", "P2024", "P2028"].includes(code);
}
