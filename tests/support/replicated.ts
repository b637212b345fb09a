import fs from "node:fs";
import path from "node:path";
import { placement } from "../../bin/launcher/postgres-binaries.mjs";
import { migrate } from "../../bin/launcher/migrate.mjs";
import { openPostgres, removePostgres, withClient } from "../../bin/launcher/postgres.mjs";
import { childrenOf } from "../../bin/launcher/processes.mjs";
import { queryOf, type TestDatabase } from "./database";
import { TEST_DIR } from "./postgres";

export type TestReplica = {
  url: string;
  query: TestDatabase["query"];
  /** It receives the log and does not replay it. */
  pause: () => Promise<void>;
  resume: () => Promise<void>;
  kill: () => void;
  start: () => Promise<void>;
  /** It keeps its connections and answers nothing. */
  freeze: () => void;
  thaw: () => void;
};

export type Replicated = {
  primary: { url: string; query: TestDatabase["query"] };
  replica: TestReplica;
  stop: () => Promise<void>;
};

const PASSWORD = "for-tests-only-0000";

/** A PostgreSQL with a migrated database, and another one that follows it by streaming replication. */
export async function startReplicated(): Promise<Replicated> {
  const home = path.join(TEST_DIR, `replicated-${process.pid}`);
  const dirs = { primary: path.join(home, "primary"), replica: path.join(home, "replica") };
  fs.mkdirSync(home, { recursive: true });
  const open = (name: keyof typeof dirs, settings: Record<string, string>) =>
    openPostgres({
      dir: dirs[name],
      password: PASSWORD,
      logFile: path.join(home, `${name}.log`),
      settings: { fsync: "off", full_page_writes: "off", ...settings },
    });
  const first = await open("primary", {});
  await withClient(first.url, (client) => migrate(client));
  // The embedded PostgreSQL has no pg_basebackup; the files of a stopped server are a copy as good.
  await first.stop();
  const source = placement(dirs.primary).data;
  const target = placement(dirs.replica);
  fs.cpSync(source, target.data, { recursive: true });
  fs.chmodSync(target.data, 0o700);
  fs.writeFileSync(path.join(target.data, "standby.signal"), "");
  target.own(target.data);
  await first.restart();
  const { port } = new URL(first.url);
  const second = await open("replica", {
    primary_conninfo: `host=127.0.0.1 port=${port} user=gum password=${PASSWORD}`,
  });
  const signal = (name: NodeJS.Signals) => {
    for (const pid of [second.pid, ...childrenOf(second.pid)]) process.kill(pid, name);
  };
  const query = queryOf(second.url);
  return {
    primary: { url: first.url, query: queryOf(first.url) },
    replica: {
      url: second.url,
      query,
      pause: async () => void (await query("SELECT pg_wal_replay_pause()")),
      resume: async () => void (await query("SELECT pg_wal_replay_resume()")),
      kill: () => signal("SIGKILL"),
      start: () => second.restart(),
      freeze: () => signal("SIGSTOP"),
      thaw: () => signal("SIGCONT"),
    },
    stop: async () => {
      await Promise.all([second.stop(), first.stop()]);
      await Promise.all([removePostgres(dirs.primary), removePostgres(dirs.replica)]);
      fs.rmSync(home, { recursive: true, force: true });
    },
  };
}
