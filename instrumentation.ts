/** Next calls it once a process, before it serves. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { prepareProcess } = await import("@/lib/http/prepare-process");
  prepareProcess();
}

/** Next calls it for a page that failed; what a route handler throws is answered and logged by route(). */
export async function onRequestError(
  error: unknown,
  request: { headers: NodeJS.Dict<string | string[]> },
): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { logPageError } = await import("@/lib/http/page-log");
  logPageError(error, request.headers);
}
