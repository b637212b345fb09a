/** Whether it is a well-formed relative path; the package check does the rest. */
export function isUsablePath(path: string): boolean {
  return path.length > 0 && path.length <= 200 && !/^\/|\\|\/\/|(^|\/)\.\.?(\/|$)|\/$|\0/.test(path);
}

/** Maps file paths to content hashes. */
export type FileHash = { path: string; sha256: string };

export function isSameFiles(one: readonly FileHash[], other: readonly FileHash[]): boolean {
  if (one.length !== other.length) return false;
  const hashes = new Map(one.map(({ path, sha256 }) => [path, sha256]));
  return other.every(({ path, sha256 }) => hashes.get(path) === sha256);
}
