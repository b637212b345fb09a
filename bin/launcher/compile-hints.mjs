import fs from "node:fs";
import path from "node:path";
import { ROOT } from "./paths.mjs";

const NEXT_DIR = path.join(ROOT, ".next");
const HINT = "//# allFunctionsCalledOnLoad\n";

/**
 * Marks the chunks that every page begins with (React, the router): browsers that know the comment compile them as they
 * arrive, in a thread of their own. Else each function would be compiled when it is first called, one after the other in
 * the task that takes the page over, which kept a slow phone from answering for a fifth of a second.
 */
export function hintCompilation() {
  const { rootMainFiles } = JSON.parse(fs.readFileSync(path.join(NEXT_DIR, "build-manifest.json"), "utf8"));
  for (const name of rootMainFiles) {
    const file = path.join(NEXT_DIR, name);
    const code = fs.readFileSync(file, "utf8");
    if (!code.startsWith(HINT)) fs.writeFileSync(file, HINT + code);
  }
}
