/** The server that the browser tests talk to: `node --import tsx tests/support/e2e-server.ts PORT`, until SIGTERM. */
import { startTestPostgres } from "./postgres";
import { startServer } from "./server";

async function main(): Promise<void> {
  const postgres = await startTestPostgres();
  const server = await startServer({ seed: true, port: Number(process.argv[2]) });
  console.log(`ready on ${server.url}`);
  const end = async (): Promise<void> => {
    await server.dispose();
    await postgres.stop();
    process.exit(0);
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => void end());
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
