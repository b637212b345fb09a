/** `npm run dev`: the same database as `npm start`, with hot reload. `-- --reset` begins with an empty one. */
import "./launcher/node-version.mjs";

const { main } = await import("./launcher/main.mjs");
const { watchFrame } = await import("./launcher/build-steps.mjs");
const { watchForDevelopment } = await import("./launcher/dev-watch.mjs");
const { serve } = await import("./launcher/serve.mjs");
const { report, say, step } = await import("./launcher/steps.mjs");
const { generate, sayReady, seed } = await import("./launcher/local-stack.mjs");

await main("npm run dev", async (stack, fail) => {
  const since = Date.now();
  say("\n  Gum, for working on it\n");
  const { env, address, database, dir, logDir, lock } = await stack.open({
    reset: process.argv.includes("--reset"),
  });
  await generate(logDir);
  const watcher = watchFrame();
  if (watcher) stack.onClose(watcher.stop);
  await seed({ env, database, dir, logDir }).catch((error) => {
    report(error);
    process.exitCode = 0;
  });
  const server = await step("Server", async (note) => {
    const started = await serve({ env: { ...env, NODE_ENV: "development" }, dev: true, onDead: fail });
    note("listening");
    return started;
  });
  stack.onClose(server.stop);
  const changes = watchForDevelopment({ logDir, databaseUrl: env.DATABASE_URL, server });
  stack.onClose(changes.stop);
  lock.announce(address.appUrl);
  sayReady({ address, database, since });
});
