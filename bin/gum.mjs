#!/usr/bin/env node
/**
 * `gum`: creates, packs, checks and publishes apps with the same code as server and browser; migrates and backs up an
 * instance.
 */
import { backup } from "./gum/backup.mjs";
import { check } from "./gum/check.mjs";
import { dev } from "./gum/dev.mjs";
import { init } from "./gum/init.mjs";
import { jobs } from "./gum/jobs.mjs";
import { migrate } from "./gum/migrate.mjs";
import { pack } from "./gum/pack.mjs";
import { publish } from "./gum/publish.mjs";
import { restore } from "./gum/restore.mjs";
import { giveAdmin, giveModerator } from "./gum/roles.mjs";
import { run } from "./gum/run.mjs";
import { schema } from "./gum/schema.mjs";
import { secret } from "./gum/secret.mjs";

const USAGE = `Usage:
  gum init <folder> [-t <name>]    Begin an app from a template: page, canvas, room,
                                   quickjs or typescript
  gum pack <folder> [-o <file>]    Pack a folder into <folder>.gum; without a manifest.json
                                   it gets one from its page. .gum and hidden files in it
                                   are left out, and of node_modules all that no page,
                                   script or style names
  gum check <file or folder>       Check a package (.gum, .xdc, .html) or its folder
        --json                     Print the result as JSON
        --with <folder>            For pack, check and publish: add the files of a second folder
  gum publish <file or folder>     Upload and publish an app, or a new version of it, with the access token in GUM_TOKEN
        --to <address>             The instance, such as https://gum.example
        --version <version>        Instead of that of the manifest
        --notes <text>             What is new
        --app <id>                 Which app it is, if .gum.json in the folder does not say so
        --draft                    Leave an app that is not published unpublished
        --force                    Publish an app that does not start
  gum dev <folder>                 Send a folder to the playground with every change, where it runs in the frame and restarts
                                   by itself; with the access token in GUM_TOKEN. A folder that is larger than a
                                   project of the playground runs from this machine, and needs neither token nor instance
        --to <address>             The instance
  gum schema                       Print the JSON Schema of manifest.json
  gum admin add <name>             Make a person an admin (also: remove <name>, list), in the database of
                                   DATABASE_URL or of the running npm start
  gum moderator add <name>         The same for moderators
  gum backup <file>                Write database, files and secrets into one archive, while people go on
  gum backup s3://<bucket>/<prefix>
                                   Write a backup into a bucket, and send only what is not there yet
        --keep <n>                 Then remove all backups but the newest ones
  gum backup list <s3://…>         List the backups there
  gum backup check <s3://…[@time]> Compare everything in a backup with its SHA-256
  gum backup verify <file or s3://…[@time]>
                                   Restore it into a database that is removed again, and compare everything
  gum backup prune <s3://…> --keep <n>
                                   Remove all backups but the newest ones, and what none needs
  gum restore <file or s3://…[@time]>
                                   Fill an empty instance from an archive or a backup in a bucket
  gum secret rotate                Replace the secret that signs sessions, and keep the old one valid;
                                   secret forget ends that
  gum jobs list                    Show the queues of late work, and what failed for good
  gum jobs retry <queue>           Queue what failed for good again (drop <queue>: delete it)
  gum migrate                      Apply pending migrations to the database in DATABASE_URL

Exit status: 0 if it worked (also with warnings), 1 if it is refused, 2 for wrong usage.
The format: public/docs/package-format.md`;

const roles = { admin: giveAdmin, moderator: giveModerator };
await run(
  { init, pack, check, publish, dev, schema, backup, restore, migrate, secret, jobs, ...roles },
  USAGE,
);
