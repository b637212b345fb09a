/** Next calls it once per process, before the first request. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { prepareProcess } = await import("@/lib/http/prepare-process");
  await prepareProcess();
  const { applyPackageSettings } = await import("@/lib/apps/package-limits.server");
  applyPackageSettings();
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
