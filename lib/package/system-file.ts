/** Files that operating systems add to folders and archives. */
const SYSTEM_FILE = /^__MACOSX\/|(?:^|\/)(?:\.DS_Store|Thumbs\.db|desktop\.ini|\._[^/]*)$/i;

export function isSystemFile(path: string): boolean {
  return SYSTEM_FILE.test(path);
}
