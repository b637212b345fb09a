/**
 * `npm run dev`: `next dev` on the same database as `npm start`. `-- --reset` begins with an empty one. A changed Prisma
 * schema or a new migration takes effect at the next start.
 */
import "./launcher/node-version.mjs";
import path from "node:path";
import { ensureGenerated, watchFrame } from "./launcher/build-steps.mjs";
import { openLocalStack } from "./launcher/local-stack.mjs";
import { main } from "./launcher/main.mjs";
import { reserveRealtime, startRealtimeProcess } from "./launcher/realtime.mjs";
import { serve } from "./launcher/serve.mjs";
import { report, say, step } from "./launcher/steps.mjs";

await main(async ({ onClose, fail }) => {
  say("\n  Gum, development\n");
  const reset = process.argv.includes("--reset");
  const stack = await openLocalStack({ command: "npm run dev", onClose, fail, reset });
  await ensureGenerated(stack.logDir);
  onClose(watchFrame().stop);
  await stack.seed().catch((error) => {
    report(error);
    process.exitCode = 0;
  });
  const realtimePort = await reserveRealtime(stack.env);
  const server = await step("Server", async (note) => {
    const env = { ...stack.env, NODE_ENV: "development" };
    const started = await serve({ env, dev: true, onDead: fail });
    note("listening");
    return started;
  });
  onClose(server.stop);
  if (realtimePort) {
    const logFile = path.join(stack.logDir, "realtime.log");
    onClose(startRealtimeProcess({ port: realtimePort, url: server.url, logFile }).stop);
  }
  stack.announce();
});
