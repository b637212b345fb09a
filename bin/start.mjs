/** `npm start`: from a fresh clone to a running product. Nothing here may import an installed package before the install. */
import "./launcher/node-version.mjs";
import path from "node:path";
import { ensureBuilt, ensureGenerated } from "./launcher/build-steps.mjs";
import { startCron } from "./launcher/cron.mjs";
import { openLocalStack } from "./launcher/local-stack.mjs";
import { main } from "./launcher/main.mjs";
import { reserveRealtime, startRealtimeProcess } from "./launcher/realtime.mjs";
import { serve } from "./launcher/serve.mjs";
import { say, step } from "./launcher/steps.mjs";

await main(async ({ onClose, fail }) => {
  say("\n  Gum\n");
  const stack = await openLocalStack({ command: "npm start", onClose, fail });
  const { env, logDir } = stack;
  await ensureGenerated(logDir);
  await ensureBuilt(logDir);
  await stack.seed();
  const realtimePort = await reserveRealtime(env);
  const server = await step("Server", async (note) => {
    const started = await serve({
      env: { ...env, NODE_ENV: "production" },
      logFile: path.join(logDir, "server.log"),
      onDead: fail,
    });
    note("listening");
    return started;
  });
  onClose(server.stop);
  if (realtimePort) {
    const logFile = path.join(logDir, "realtime.log");
    onClose(startRealtimeProcess({ port: realtimePort, url: server.url, logFile }).stop);
  }
  const cron = startCron({
    baseUrl: server.url,
    secret: env.CRON_SECRET,
    onError: ({ message }) => say(`  ${message}`),
  });
  onClose(cron.stop);
  stack.announce();
});
