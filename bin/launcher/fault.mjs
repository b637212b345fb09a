import { stripVTControlCharacters } from "node:util";

/** A failure that a person can act on: `message` is one sentence that says what is wrong and what to do. */
export class Fault extends Error {
  /** @param {string} message @param {{ detail?: string, cause?: unknown, status?: number }} [options] */
  constructor(message, { detail, cause, status = 1 } = {}) {
    super(message, { cause });
    this.name = "Fault";
    /** More lines for whoever wants to know (the end of a log); shown below the sentence. */
    this.detail = detail;
    this.status = status;
  }
}

const DISK_FULL = /ENOSPC|EDQUOT|No space left on device|Disk quota exceeded/;
const DISK_FULL_CODES = new Set(["ENOSPC", "EDQUOT", "53100"]);
const DENIED_CODES = new Set(["EACCES", "EPERM", "EROFS"]);

/** True if `problem` (an error, or the text of a log) says that there is no room left on the disk. */
export function isDiskFull(problem) {
  if (typeof problem === "string") return DISK_FULL.test(problem);
  return DISK_FULL_CODES.has(problem?.code) || DISK_FULL.test(String(problem?.message ?? ""));
}

export function diskFullFault(where, cause) {
  return new Fault(
    `The disk that holds ${where} is full. Nothing was lost; free some space and run the command again.`,
    { cause },
  );
}

/** Any error as a Fault: known system errors get their sentence, everything else keeps its stack as detail. */
export function asFault(error, where = "this folder") {
  if (error instanceof Fault) return error;
  if (isDiskFull(error)) return diskFullFault(where, error);
  if (DENIED_CODES.has(error?.code)) {
    const target = error.path ?? where;
    return new Fault(
      `${target} cannot be written (${error.code}). Give this user the right to write there, or set VAR_DIR to a folder that it owns.`,
      { cause: error },
    );
  }
  return new Fault(`Something unexpected happened: ${error?.message ?? error}`, {
    detail: error?.stack,
    cause: error,
  });
}

/** The last `lines` lines of a text that say anything. */
export function tail(text, lines = 12) {
  return stripVTControlCharacters(text)
    .split("\n")
    .filter((line) => line.trim())
    .slice(-lines)
    .join("\n");
}
