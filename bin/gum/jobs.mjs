import { UsageError } from "./arguments.mjs";
import { withDatabase } from "./database-url.mjs";
import { Fault } from "../launcher/fault.mjs";

const DEAD = "-dead";

/** `list` shows the queues; `retry` queues what failed for good in one of them again, `drop` deletes it. */
export async function jobs({ target, name }) {
  if (!["list", "retry", "drop"].includes(target))
    throw new UsageError(`"${target}" is not one of list, retry, drop.`);
  return withDatabase(async (client) => {
    if (target === "list") return list(client);
    const { rowCount } = await client.query(
      "SELECT 1 FROM gum_queue.queue WHERE name = $1 AND dead_letter = $2",
      [name, `${name}${DEAD}`],
    );
    if (rowCount === 0) throw new Fault(`There is no queue "${name}". gum jobs list shows them.`);
    const count = target === "retry" ? await retry(client, name) : await drop(client, name);
    console.log(`${name}: ${count} ${target === "retry" ? "queued again" : "deleted"}.`);
    return 0;
  });
}

async function list(client) {
  const { rows } = await client.query(
    `SELECT q.name, count(j.id) FILTER (WHERE j.name = q.name AND j.state < 'active') AS queued,
            count(j.id) FILTER (WHERE j.name = q.name AND j.state = 'active') AS running,
            count(j.id) FILTER (WHERE j.name = q.dead_letter AND j.state < 'active') AS dead
       FROM gum_queue.queue q LEFT JOIN gum_queue.job j ON j.name IN (q.name, q.dead_letter)
      WHERE q.dead_letter IS NOT NULL GROUP BY q.name ORDER BY q.name`,
  );
  for (const { name, queued, running, dead } of rows)
    console.log(`${name}: ${queued} queued, ${running} running, ${dead} dead`);
  return 0;
}

/** Moves the jobs, with all their attempts, in one statement. */
async function retry(client, name) {
  const { rowCount } = await client.query(
    `WITH dead AS (DELETE FROM gum_queue.job WHERE name = $1 || '${DEAD}' AND state < 'active' RETURNING data)
     INSERT INTO gum_queue.job (name, data, policy, retry_limit, retry_delay, retry_backoff, expire_in, keep_until, dead_letter)
     SELECT q.name, dead.data, q.policy, q.retry_limit, q.retry_delay, q.retry_backoff, q.expire_seconds * interval '1 second',
            now() + q.retention_minutes * interval '1 minute', q.dead_letter
       FROM dead, gum_queue.queue q WHERE q.name = $1`,
    [name],
  );
  return rowCount;
}

async function drop(client, name) {
  const { rowCount } = await client.query(
    `DELETE FROM gum_queue.job WHERE name = $1 || '${DEAD}' AND state < 'active'`,
    [name],
  );
  return rowCount;
}
