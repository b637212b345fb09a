/** The subset of `gum` for app developers, downloadable as `/docs/gum.mjs`: one file without dependencies. */
import { check } from "./check.mjs";
import { dev } from "./dev.mjs";
import { init } from "./init.mjs";
import { pack } from "./pack.mjs";
import { publish } from "./publish.mjs";
import { run } from "./run.mjs";

const USAGE = `Usage:
  node gum.mjs init <folder> [-t <name>]    Begin an app from a template: page, canvas, room,
                                            quickjs or typescript
  node gum.mjs pack <folder> [-o <file>]    Pack a folder into <folder>.gum; of node_modules only what
                                            its pages, scripts and styles name
  node gum.mjs check <file or folder>       Check a package (.gum, .xdc, .html) or its folder
        --json                              Print the result as JSON
        --with <folder>                     For pack, check and publish: add the files of a second folder
  node gum.mjs publish <file or folder>     Upload and publish an app, or a new version of it, with the access token
                                            in GUM_TOKEN
        --to <address>                      The instance, such as https://gum.example
        --version <version>                 Instead of that of the manifest
        --notes <text>                      What is new
        --app <id>                          Which app it is, if .gum.json in the folder does not say so
        --draft                             Leave an app that is not published unpublished
        --force                             Publish an app that does not start
  node gum.mjs dev <folder>                 Send a folder to the playground with every change, where it runs in the frame
                                            and restarts by itself; also with --to and GUM_TOKEN. A folder that is
                                            larger than a project of the playground runs from this machine

Exit status: 0 if it worked (also with warnings), 1 if it is refused, 2 for wrong usage.
The format: /docs/package-format on the instance that this file is from`;

await run({ init, pack, check, publish, dev }, USAGE);
