/** `npm start`: from a fresh clone to a running product. Loads nothing that has to be installed first. */
import "./launcher/node-version.mjs";
import path from "node:path";

const { main } = await import("./launcher/main.mjs");
const { buildApplication } = await import("./launcher/build-steps.mjs");
const { serve } = await import("./launcher/serve.mjs");
const { say, step } = await import("./launcher/steps.mjs");
const { generate, sayReady, seed } = await import("./launcher/local-stack.mjs");

await main("npm start", async (stack, fail) => {
  const since = Date.now();
  say("\n  Gum\n");
  const { env, address, database, dir, logDir, lock } = await stack.open();
  await generate(logDir);
  await step("Application", async (note) => note((await buildApplication(logDir)) ? "built" : "up to date"));
  await seed({ env, database, dir, logDir });
  const server = await step("Server", async (note) => {
    const started = await serve({
      env: { ...env, NODE_ENV: "production" },
      logFile: path.join(logDir, "server.log"),
      onDead: fail,
    });
    note("listening");
    return started;
  });
  stack.onClose(server.stop);
  lock.announce(address.appUrl);
  sayReady({ address, database, since });
});
