/** Packs and checks apps: the download `/docs/gum.mjs`, one file without dependencies. */
import { check } from "./check.mjs";
import { pack } from "./pack.mjs";
import { run } from "./run.mjs";

const USAGE = `Usage:
  node gum.mjs pack <folder> [-o <file>]    Pack a folder that holds a manifest.json into <folder>.gum
  node gum.mjs check <file or folder>       Check a package (.gum, .xdc, .html) or its folder
        --json                              Print the result as JSON
        --with <folder>                     For pack and check: add the files of a second folder

Exit status: 0 if the package is valid (also with warnings), 1 if it is refused, 2 for wrong usage.
The format: /docs/package-format on the instance that this file is from`;

await run({ pack, check }, USAGE);
