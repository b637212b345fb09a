/** Next calls it once per process, before the first request. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  // Before anything connects to the database or Redis.
  if (process.env.OTEL_EXPORTER_OTLP_ENDPOINT || process.env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) {
    const { startTracing } = await import("@/lib/infra/tracing-sdk");
    startTracing();
  }
  const { prepareProcess } = await import("@/lib/http/prepare-process");
  await prepareProcess();
  const { applyPackageSettings } = await import("@/lib/apps/package-limits.server");
  applyPackageSettings();
  const { serverEnv } = await import("@/lib/config/env.server");
  if (serverEnv().isServerless) return;
  const { startQueuePoll } = await import("@/lib/infra/queue-poll");
  // Only with the first job: it is most of the server's code.
  startQueuePoll(async (name) => (await import("@/lib/jobs/schedule")).workOffAll(name));
}

/** Next calls it for page errors; route() handles and logs those of the API. */
export async function onRequestError(
  error: unknown,
  request: { headers: NodeJS.Dict<string | string[]> },
): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { logPageError } = await import("@/lib/http/page-log");
  logPageError(error, request.headers);
}
