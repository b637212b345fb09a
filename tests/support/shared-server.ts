import fs from "node:fs";
import { inject } from "vitest";
import { queryOf, type TestDatabase } from "./database";

export type ServerAddress = { url: string; port: number; databaseUrl: string; logFile: string };

export type SharedServer = {
  url: string;
  port: number;
  database: Pick<TestDatabase, "url" | "query">;
  /** Everything that the server wrote so far, for whatever file. */
  logs: () => string;
};

/**
 * The ordinary server of this run of the integration tests. Other files use it at the same time: a test makes people of its
 * own and looks at their rows only.
 */
export function sharedServer(): SharedServer {
  const { url, port, databaseUrl, logFile } = inject("server");
  return {
    url,
    port,
    database: { url: databaseUrl, query: queryOf(databaseUrl) },
    logs: () => fs.readFileSync(logFile, "utf8"),
  };
}
