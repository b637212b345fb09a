import { startTestPostgres } from "./postgres";

/** Runs once before the integration tests; what it gives runs after them. */
export default async function setup(): Promise<() => Promise<void>> {
  const postgres = await startTestPostgres();
  return postgres.stop;
}
