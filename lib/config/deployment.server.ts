import { isLoopbackHost, type ServerEnv } from "./env.server";

type Settings = Pick<ServerEnv, "APP_URL" | "isDeployed" | "hasSeveralProcesses" | "hasRedis" | "S3_BUCKET">;

/**
 * Refuses to start several processes that do not share rate limits, live updates and files: the instance would seem to
 * work while limits count per process, people miss updates and pictures are missing.
 * @returns a notice for the log, or null
 * @throws Error naming each missing setting
 */
export function assertDeployable(env: Settings): string | null {
  if (!env.isDeployed) return null;
  if (isLoopbackHost(new URL(env.APP_URL).hostname)) {
    throw new Error("This instance runs on a serverless host. Set APP_URL to the address that people open.");
  }
  const missing = [
    !env.hasRedis && "REDIS_URL (or REDIS_SENTINELS, REDIS_CLUSTER)",
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
