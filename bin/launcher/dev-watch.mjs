import fs from "node:fs";
import path from "node:path";
import { generateClient } from "./build-steps.mjs";
import { prepareDatabase } from "./database.mjs";
import { ROOT } from "./paths.mjs";
import { report, step } from "./steps.mjs";

const SETTLE_MS = 300;
/** Files that Next reads once, at its start. */
const READ_AT_START = new Set(["next.config.ts", "tsconfig.json", ".env", ".env.local"]);

/**
 * What hot reload does not see while somebody works: the schema, new migrations, and what is read at the start.
 * Each change brings the client and the tables up to date and starts the server again; a mistake is reported and waits for its correction.
 * @param {{ logDir: string, databaseUrl: string, server: { restart: () => Promise<void> } }} options
 * @returns {{ stop: () => void }}
 */
export function watchForDevelopment({ logDir, databaseUrl, server }) {
  let timer;
  let work = Promise.resolve();
  const changed = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      work = work.then(apply);
    }, SETTLE_MS);
  };
  const apply = async () => {
    try {
      await step("Schema, tables, server", async (note) => {
        const generated = await generateClient(logDir);
        const { applied } = await prepareDatabase(databaseUrl);
        await server.restart();
        note(
          [generated && "client generated", ...applied, "server started again"].filter(Boolean).join(", "),
        );
      });
    } catch (error) {
      report(error, ROOT);
      process.exitCode = 0;
    }
  };
  const watchers = [
    fs.watch(ROOT, (_event, name) => name && READ_AT_START.has(name) && changed()),
    fs.watch(path.join(ROOT, "prisma/schema"), changed),
    fs.watch(path.join(ROOT, "prisma/migrations"), { recursive: true }, changed),
  ];
  return {
    stop: () => {
      clearTimeout(timer);
      for (const watcher of watchers) watcher.close();
    },
  };
}
