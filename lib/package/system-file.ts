/** Files that operating systems and version control add to folders and archives; folders as a whole. */
const SYSTEM_FILE =
  /^__MACOSX\/.*|^(?:.*\/)?(?:\.DS_Store|Thumbs\.db|desktop\.ini|\._[^/]*)$|^(?:.*?\/)?\.(?:git|svn|hg)\//i;

/** What of `path` was added by such a program: the path, or the folder of version control that it lies in. */
export function systemFile(path: string): string | null {
  return SYSTEM_FILE.exec(path)?.[0] ?? null;
}

export function isSystemFile(path: string): boolean {
  return SYSTEM_FILE.test(path);
}
