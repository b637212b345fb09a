/** An address of an import map, with its place between the quotes. */
export type ImportMapEntry = {
  /** Null for one of `imports`. */
  scope: string | null;
  specifier: string;
  address: string;
  start: number;
  end: number;
};

const TOKEN = /"((?:[^"\\]|\\.)*)"|[{}[\]:,]/g;

/** The addresses of an import map, in order; none where it is not valid JSON, which browsers ignore, too. */
export function importMapEntries(source: string): ImportMapEntry[] {
  try {
    JSON.parse(source);
  } catch {
    return [];
  }
  const found: ImportMapEntry[] = [];
  /** The field of each object that is open. */
  const fields: string[] = [];
  let isValue = false;
  for (const { 0: token, 1: written, index } of source.matchAll(TOKEN)) {
    if (written !== undefined) {
      const text = JSON.parse(token) as string;
      if (!isValue) fields[fields.length - 1] = text;
      else {
        const place = { address: text, start: index + 1, end: index + token.length - 1 };
        const [kind, first = "", second = ""] = fields;
        if (kind === "imports" && fields.length === 2)
          found.push({ scope: null, specifier: first, ...place });
        if (kind === "scopes" && fields.length === 3)
          found.push({ scope: first, specifier: second, ...place });
      }
    } else if (token === "{" || token === "[") fields.push("");
    else if (token === "}" || token === "]") fields.pop();
    isValue = token === ":";
  }
  return found;
}
