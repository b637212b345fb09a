import { isLoopbackHost, type ServerEnv } from "./env.server";

type Settings = Pick<ServerEnv, "APP_URL" | "isDeployed" | "hasSeveralProcesses" | "REDIS_URL" | "S3_BUCKET">;

/**
 * Whether an instance may start with these settings. Several processes that each keep rate limits, live updates and
 * files for themselves seem to work and do not: limits count per process, people miss updates, pictures are missing.
 * @returns what deserves a line in the log although it is allowed; null where there is nothing
 * @throws Error that names each missing setting
 */
export function assertDeployable(env: Settings): string | null {
  if (!env.isDeployed) return null;
  if (isLoopbackHost(new URL(env.APP_URL).hostname)) {
    throw new Error("This instance runs on a serverless host. Set APP_URL to the address that people open.");
  }
  const missing = [
    !env.REDIS_URL && "REDIS_URL",
    !env.S3_BUCKET && "S3_BUCKET (with the other S3_* settings)",
  ]
    .filter(Boolean)
    .join(" and ");
  if (missing === "") return null;
  if (env.hasSeveralProcesses) {
    throw new Error(
      "This instance runs in several processes (PROCESSES, SERVERLESS or VERCEL is set). They share rate limits and live " +
        `updates through Redis, files through an object store. Set ${missing}.`,
    );
  }
  return `One process only: without ${missing}, a second one would not share its limits, live updates or files.`;
}
