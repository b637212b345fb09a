#!/usr/bin/env node
/** `gum`: packs and checks apps, with the same code as the server and the browser; migrates a database. */
import { check } from "./gum/check.mjs";
import { migrate } from "./gum/migrate.mjs";
import { pack } from "./gum/pack.mjs";
import { giveAdmin, giveModerator } from "./gum/roles.mjs";
import { run } from "./gum/run.mjs";
import { schema } from "./gum/schema.mjs";

const USAGE = `Usage:
  gum pack <folder> [-o <file>]    Pack a folder that holds a manifest.json into <folder>.gum;
                                   .gum files in it are left out
  gum check <file or folder>       Check a package (.gum, .xdc, .html) or its folder
        --json                     Print the result as JSON
        --with <folder>            For pack and check: add the files of a second folder
  gum schema                       Print the JSON Schema of manifest.json
  gum admin add <name>             Make a person an admin (also: remove <name>, list), in the database of
                                   DATABASE_URL or of the running npm start
  gum moderator add <name>         The same for moderators
  gum migrate                      Apply pending migrations to the database in DATABASE_URL

Exit status: 0 if the package is valid (also with warnings), 1 if it is refused, 2 for wrong usage.
The format: public/docs/package-format.md`;

await run({ pack, check, schema, migrate, admin: giveAdmin, moderator: giveModerator }, USAGE);
