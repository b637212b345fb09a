import { TERMS_VERSION_MAX } from "./rules";

export type PageText = {
  /** Increases with each change that people should know of. */
  version: number;
  /** `YYYY-MM-DD`, or null. */
  date: string | null;
  /** The changes of this version. */
  changes: string[];
  markdown: string;
};

const FRONT_MATTER = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

/**
 * Reads a page: `version`, `date` and `changes` (a text, or a list of `- ` lines) between two lines of `---`, then
 * Markdown. Without a valid version it is 1; unknown fields are ignored.
 */
export function readPageText(file: string): PageText {
  const match = FRONT_MATTER.exec(file);
  const fields = new Map<string, string[]>();
  let current: string[] = [];
  for (const line of match?.[1]?.split(/\r?\n/) ?? []) {
    const [, name, value] = /^(\w+)\s*:\s*(.*)$/.exec(line) ?? [];
    if (name !== undefined) fields.set(name, (current = value ? [unquoted(value)] : []));
    else if (/^\s*-\s+\S/.test(line)) current.push(unquoted(line.replace(/^\s*-\s+/, "")));
  }
  const version = Number(fields.get("version")?.[0]);
  const date = fields.get("date")?.[0];
  return {
    version: Number.isInteger(version) && version >= 1 && version <= TERMS_VERSION_MAX ? version : 1,
    date: date && DATE.test(date) && !Number.isNaN(Date.parse(date)) ? date : null,
    changes: fields.get("changes") ?? [],
    markdown: match ? file.slice(match[0].length) : file,
  };
}

function unquoted(value: string): string {
  return value.trim().replace(/^(["'])(.*)\1$/, "$2");
}
