import path from "node:path";
import { readJson, ROOT } from "../launcher/paths.mjs";

/** The columns that name files, which lib/files has for the server, too. */
const columns = readJson(path.join(ROOT, "lib/files/file-columns.json"));

const KEY_OF = {
  key: (column) => column,
  keys: (column) => `unnest(${column})`,
  sha256: (column) => `'packages/' || ${column} || '.gum'`,
};

/** Selects the keys of all files that rows name; some are null. Content that moderators removed is not in it. */
export const NAMED_FILES = Object.entries(columns)
  .flatMap(([kind, tables]) =>
    Object.entries(tables).flatMap(([table, names]) =>
      names.map((column) => `SELECT ${KEY_OF[kind](column)} AS key FROM ${table}`),
    ),
  )
  .join(" UNION ");
