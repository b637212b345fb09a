/** The server that the browser tests talk to: `node --import tsx tests/support/e2e-server.ts PORT`, until SIGTERM. */
import webPush from "web-push";
import { startTestPostgres } from "./postgres";
import { ADMIN } from "./admin.mjs";
import { signUpOnboarded } from "./api";
import { startServer } from "./server";

const closers: (() => Promise<void>)[] = [];
let ending = false;

/** Takes down what stands so far, in reverse order, whatever of it fails. */
async function end(status: number): Promise<void> {
  if (ending) return;
  ending = true;
  for (const close of closers.reverse()) await close().catch(() => {});
  process.exit(status);
}

async function main(): Promise<void> {
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => void end(0));
  const postgres = await startTestPostgres();
  closers.push(postgres.stop);
  const vapid = webPush.generateVAPIDKeys();
  const server = await startServer({
    seed: true,
    port: Number(process.argv[2]),
    env: { ADMIN_EMAIL: ADMIN.email, VAPID_PUBLIC_KEY: vapid.publicKey, VAPID_PRIVATE_KEY: vapid.privateKey },
  });
  closers.push(server.dispose);
  await signUpOnboarded(server, ADMIN.username, ADMIN.password);
  console.log(`ready on ${server.url}`);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  void end(1);
});
