import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { buildFolder, CompilerMissing } from "./build-folder.mjs";

let root;
beforeEach(() => {
  root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "gum-build-folder-")));
});
afterEach(() => fs.rmSync(root, { recursive: true, force: true }));

/** Which esbuild builds an app: its name is its version. */
const format = {
  needsBuild: () => true,
  withoutBuilt: (files) => files,
  builtOf: () => new Map(),
  PackageError: Error,
  async compileFiles(files, compiler) {
    const { errors } = await compiler({ files: [], entries: [], format: "esm", mapped: [] });
    return { project: [["compiler", errors[0].text]], findings: [] };
  },
};

function install(folder, name) {
  const place = path.join(root, folder, "node_modules/esbuild");
  fs.mkdirSync(place, { recursive: true });
  fs.writeFileSync(path.join(place, "package.json"), '{"main":"main.js"}');
  fs.writeFileSync(
    path.join(place, "main.js"),
    `exports.build = () => { throw Object.assign(new Error(), { errors: [{ text: ${JSON.stringify(name)} }] }); };`,
  );
}

async function compilerOf(folder) {
  const place = path.join(root, folder);
  fs.mkdirSync(place, { recursive: true });
  return (await buildFolder(format, place, new Map())).get("compiler");
}

it("takes the compiler of the folder, or of its workspace", async () => {
  install("work", "shared");
  fs.writeFileSync(path.join(root, "work/package-lock.json"), "{}");
  expect(await compilerOf("work/apps/dice")).toBe("shared");
  install("work/apps/dice", "own");
  expect(await compilerOf("work/apps/dice")).toBe("own");
});

it("runs nothing of a folder above where there is no workspace, or of one above its root", async () => {
  install(".", "somebody's");
  await expect(compilerOf("apps/dice")).rejects.toThrow(CompilerMissing);
  fs.mkdirSync(path.join(root, "apps/.git"), { recursive: true });
  await expect(compilerOf("apps/dice")).rejects.toThrow(CompilerMissing);
});

it("takes no folder that anybody can write to for a workspace", async () => {
  install("open", "somebody's");
  fs.mkdirSync(path.join(root, "open/.git"));
  fs.chmodSync(path.join(root, "open"), 0o777);
  await expect(compilerOf("open/dice")).rejects.toThrow(CompilerMissing);
});

it("does not climb where what is installed is no package", async () => {
  install(".", "somebody's");
  fs.mkdirSync(path.join(root, "dice/node_modules/esbuild"), { recursive: true });
  await expect(compilerOf("dice")).rejects.toThrow(CompilerMissing);
});
