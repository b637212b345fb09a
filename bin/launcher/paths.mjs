import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { Fault, asFault } from "./fault.mjs";

export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");

/** The data folder: VAR_DIR, by default `var` in the project. */
export function varDir(env = process.env) {
  return path.resolve(ROOT, env.VAR_DIR || "var");
}

/** Creates the data folder and checks that it is writable. @throws {Fault} */
export function ensureVarDir(dir) {
  try {
    fs.mkdirSync(path.join(dir, "log"), { recursive: true });
    const probe = path.join(dir, `.probe-${process.pid}`);
    fs.writeFileSync(probe, "x");
    fs.rmSync(probe);
  } catch (error) {
    if (["ENOTDIR", "EEXIST"].includes(error.code)) {
      throw new Fault(
        `The data folder ${dir} cannot be used because a file is in its place. Move that file away, or set VAR_DIR to another folder.`,
        { cause: error },
      );
    }
    throw asFault(error, dir);
  }
}

/** Writes a file atomically: a reader sees the old content or the new. */
export function writeFileAtomic(file, content, mode = 0o644) {
  const temporary = `${file}.${process.pid}.tmp`;
  const handle = fs.openSync(temporary, "w", mode);
  try {
    fs.writeFileSync(handle, content);
    fs.fsyncSync(handle);
  } finally {
    fs.closeSync(handle);
  }
  fs.renameSync(temporary, file);
}

/** The parsed JSON of a file; null if it is missing or not JSON. */
export function readJson(file) {
  try {
    return JSON.parse(fs.readFileSync(file, "utf8"));
  } catch {
    return null;
  }
}
