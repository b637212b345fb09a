import { SHORT, withClient } from "../launcher/database-client.mjs";

/**
 * Runs `work`, and notes in the database how it went, which /metrics of the instance shows. A database that does not take the
 * note fails nothing: whoever backs up may have a role that only reads.
 * @param {{ url: string | null, name: "backup" | "backup-check" }} of
 */
export async function noteOperation({ url, name }, work) {
  try {
    const result = await work();
    await note(url, name, "succeeded_at");
    return result;
  } catch (error) {
    await note(url, name, "failed_at");
    throw error;
  }
}

async function note(url, name, column) {
  if (!url) return;
  const sql = `INSERT INTO operations (name, ${column}) VALUES ($1, now())
    ON CONFLICT (name) DO UPDATE SET ${column} = excluded.${column}`;
  await withClient(url, (client) => client.query(sql, [name]), SHORT).catch((error) =>
    console.error(`The metrics will not show it: ${error.message || error.code}.`),
  );
}

/** When it last went well and when it failed; null for never. */
export async function readOperation(url, name) {
  const sql = `SELECT succeeded_at AS "succeededAt", failed_at AS "failedAt" FROM operations WHERE name = $1`;
  const { rows } = await withClient(url, (client) => client.query(sql, [name]), SHORT);
  return rows[0] ?? { succeededAt: null, failedAt: null };
}
