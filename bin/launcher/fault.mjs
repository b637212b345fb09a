import { stripVTControlCharacters } from "node:util";

/** A failure that a person can act on: `message` says in one sentence what is wrong and what to do. */
export class Fault extends Error {
  /** @param {string} message @param {{ detail?: string, cause?: unknown }} [options] `detail`: the end of a log, shown below */
  constructor(message, { detail, cause } = {}) {
    super(message, { cause });
    this.name = "Fault";
    this.detail = detail;
  }
}

const DISK_FULL = /ENOSPC|EDQUOT|No space left on device|Disk quota exceeded/;
const DISK_FULL_CODES = new Set(["ENOSPC", "EDQUOT", "53100"]);
const DENIED_CODES = new Set(["EACCES", "EPERM", "EROFS"]);

/** True if `problem` (an error, or the text of a log) says that the disk is full. */
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

/** Any error as a Fault: known system errors get a sentence, others keep their stack as detail. */
export function asFault(error, where = "this folder") {
  if (error instanceof Fault) return error;
  if (isDiskFull(error)) return diskFullFault(where, error);
  if (DENIED_CODES.has(error?.code)) {
    const target = error.path ?? where;
    return new Fault(
      `${target} cannot be written (${error.code}). Change its owner, or set VAR_DIR to a folder that this user may write to.`,
      { cause: error },
    );
  }
  return new Fault(`Unexpected error: ${error?.message ?? error}`, {
    detail: error?.stack,
    cause: error,
  });
}

/** The last `lines` non-empty lines of a text. */
export function tail(text, lines = 12) {
  return stripVTControlCharacters(text)
    .split("\n")
    .filter((line) => line.trim())
    .slice(-lines)
    .join("\n");
}
