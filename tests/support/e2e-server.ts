/** The server that the browser tests talk to: `node --import tsx tests/support/e2e-server.ts PORT`, until SIGTERM. */
import { startTestPostgres } from "./postgres";
import { ADMIN_EMAIL } from "./accounts";
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
  const server = await startServer({
    seed: true,
    port: Number(process.argv[2]),
    // Whoever signs up with it looks after the instance.
    env: { ADMIN_EMAIL },
  });
  closers.push(server.dispose);
  console.log(`ready on ${server.url}`);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  void end(1);
});
