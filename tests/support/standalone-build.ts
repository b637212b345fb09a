/** What docs/deploy/Dockerfile makes, without Docker: its build, and the folder of its image. */
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";

const ROOT = path.resolve(import.meta.dirname, "../..");
const DOCKERFILE = "docs/deploy/Dockerfile";

/** The settings of the tests are not those of a build or an image. */
export const plainEnvironment = (): NodeJS.ProcessEnv => {
  const { PATH, HOME } = process.env;
  return { PATH, HOME, NEXT_TELEMETRY_DISABLED: "1", NODE_ENV: "production" };
};

/** Copies the sources with what is not yet committed, and builds them as the first stage does, in an empty folder. */
export function buildStandalone(folder: string): void {
  const listed = execFileSync("git", ["ls-files", "-z", "-co", "--exclude-standard"], { cwd: ROOT });
  for (const name of listed.toString().split("\0")) {
    const from = path.join(ROOT, name);
    if (!name || !fs.existsSync(from)) continue;
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    fs.copyFileSync(from, path.join(folder, name));
  }
  fs.cpSync(path.join(ROOT, "node_modules"), path.join(folder, "node_modules"), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (from) => path.relative(ROOT, from) !== path.join("node_modules", ".cache"),
  });
  const env = { ...plainEnvironment(), NEXT_OUTPUT: "standalone" };
  for (const args of [
    ["run", "generate"],
    ["exec", "--", "next", "build"],
  ])
    execFileSync("npm", args, { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });
}

/** Copies what the second stage copies from the first. */
export function copyImage(build: string, image: string): void {
  const copies = fs
    .readFileSync(path.join(ROOT, DOCKERFILE), "utf8")
    .matchAll(/^COPY --from=build (.+) (\.\/\S*)$/gm);
  for (const [, sources, target] of copies)
    for (const source of sources!.split(" ")) {
      const from = path.join(build, path.relative("/gum", source));
      // A file goes into a folder; of a folder, what it contains does.
      const to = path.join(image, target!, fs.statSync(from).isFile() ? path.basename(from) : "");
      fs.cpSync(from, to, { recursive: true, verbatimSymlinks: true });
    }
}
