/** Whether a chunk could not be fetched; the message depends on bundler and browser. */
export function isChunkError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (
    error.name === "ChunkLoadError" ||
    /failed to load chunk|loading (?:css )?chunk|dynamically imported module|importing a module script failed/i.test(
      error.message,
    )
  );
}
