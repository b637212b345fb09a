#!/usr/bin/env node
/** `gum`: packs an app and checks it, with the code that the server and the browser check it with; migrates a database. */
import { check } from "./gum/check.mjs";
import { migrate } from "./gum/migrate.mjs";
import { pack } from "./gum/pack.mjs";
import { Fault } from "./launcher/fault.mjs";
import { readArguments, UsageError } from "./gum/arguments.mjs";
import { schema } from "./gum/schema.mjs";

const USAGE = `Usage:
  gum pack <folder> [-o <file>]    Pack a folder that holds a manifest.json into <folder>.gum
  gum check <file or folder>       Check a package (.gum, .xdc, .html) or the folder of one
        --json                     Print the result as JSON
        --write-hashes             Allow the inline handlers that were found: write their hashes into the manifest
        --with <folder>            Of either: files that the folder lacks come from that one
  gum schema                       Print the JSON Schema of manifest.json
  gum migrate                      Bring the tables of the database in DATABASE_URL up to date

It ends with 0 where the package is good (warnings do not matter), 1 where it is refused, 2 where it was called wrongly.
The format: public/docs/package-format.md`;

const COMMANDS = { pack, check, schema, migrate };

try {
  const { command, ...given } = readArguments(process.argv.slice(2));
  if (command === "help") console.log(USAGE);
  else process.exitCode = await COMMANDS[command](given);
} catch (error) {
  if (error instanceof Fault) {
    console.error(error.message);
    process.exitCode = 1;
  } else if (error instanceof UsageError) {
    console.error(`${error.message}\n\n${USAGE}`);
    process.exitCode = 2;
  } else throw error;
}
