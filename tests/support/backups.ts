import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { openPostgres } from "../../bin/launcher/postgres.mjs";
import { queryOf, type TestDatabase } from "./database";

export type Query = TestDatabase["query"];

/** Runs bin/gum.mjs. `onStart` receives its process. */
export async function gum(
  args: string[],
  env: Record<string, string>,
  onStart?: (child: ChildProcess) => void,
) {
  const { DATABASE_URL: _1, NEXTAUTH_SECRET: _2, VAR_DIR: _3, ...rest } = process.env;
  const child = spawn(process.execPath, ["bin/gum.mjs", ...args], {
    env: { ...rest, ...env },
    stdio: "pipe",
  });
  onStart?.(child);
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const [status] = (await once(child, "close")) as [number | null];
  return { status, output };
}

export const secretsIn = (dir: string) =>
  JSON.parse(fs.readFileSync(path.join(dir, "secrets.json"), "utf8")) as Record<string, string>;

/** Every row of every table that a backup has, as text. */
export async function rowsOf(query: Query): Promise<Record<string, string[]>> {
  const tables = await query<{ name: string }>(
    "SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relname NOT IN ('_prisma_migrations', 'operations') ORDER BY 1",
  );
  const rows: Record<string, string[]> = {};
  for (const { name } of tables)
    rows[name] = (await query<{ row: string }>(`SELECT t::text AS row FROM "${name}" t ORDER BY 1`)).map(
      ({ row }) => row,
    );
  return rows;
}

/** Constraints, triggers and indexes, as they are defined. */
export const rulesOf = (query: Query) =>
  query(
    `SELECT conrelid::regclass::text AS of, pg_get_constraintdef(oid) AS rule FROM pg_constraint WHERE connamespace = 'public'::regnamespace
     UNION ALL SELECT tgrelid::regclass::text, tgname::text || tgenabled::text FROM pg_trigger WHERE NOT tgisinternal
     UNION ALL SELECT tablename, indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1, 2`,
  );

export function filesIn(varDir: string): Record<string, string> {
  const root = path.join(varDir, "files");
  const names = (fs.readdirSync(root, { recursive: true }) as string[]).filter((name) =>
    fs.statSync(path.join(root, name)).isFile(),
  );
  const hash = (name: string) =>
    createHash("sha256")
      .update(fs.readFileSync(path.join(root, name)))
      .digest("hex");
  return Object.fromEntries(names.sort().map((name) => [name, hash(name)]));
}

/** Starts the embedded database of a folder. */
export async function withDatabaseIn<T>(dir: string, work: (query: Query) => Promise<T>): Promise<T> {
  const { databasePassword: password } = secretsIn(dir);
  const logFile = path.join(dir, "postgres.log");
  const postgres = await openPostgres({ dir: path.join(dir, "postgres"), password: password!, logFile });
  try {
    return await work(queryOf(postgres.url));
  } finally {
    await postgres.stop();
  }
}
