import fs from "node:fs";
import pg from "pg";

/** The product's own statements, written down by the benchmark: { name: { text, values } }. */
const statements = JSON.parse(fs.readFileSync(process.env.BENCH_STATEMENTS, "utf8"));

const holder = globalThis;
const pool = (holder.benchPool ??= new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 }));

/** Runs one of the product's statements, prepared by name, as the product does. */
export async function run(name) {
  const { text, values } = statements[name];
  return (await pool.query({ name, text, values })).rows;
}

/** Runs a statement of one's own, prepared by name. */
export async function query(name, text, values) {
  return (await pool.query({ name, text, values })).rows;
}
