/**
 * `npm run generate`: the Prisma client, the frame's code, the packer, the conformance test and the compiler of the playground, where they are older than their sources. It is also the
 * postinstall script, so that `npx next build` and `npx next dev` find them. Where the sources are missing (a container
 * layer that holds only package.json) it does nothing.
 */
import "./launcher/node-version.mjs";
import fs from "node:fs";
import path from "node:path";
import { generateCode } from "./launcher/build-steps.mjs";
import { ROOT } from "./launcher/paths.mjs";
import { report } from "./launcher/steps.mjs";

const NEEDED = ["prisma/schema", ".config/prisma.ts", "lib/sandbox/frame"];

try {
  if (NEEDED.every((name) => fs.existsSync(path.join(ROOT, name)))) {
    const logDir = path.join(ROOT, "node_modules/.cache/gum");
    fs.mkdirSync(logDir, { recursive: true });
    await generateCode(logDir);
  }
} catch (error) {
  report(error);
}
