/** Whether a part of the product that loads on demand could not be fetched; each bundler and browser says it differently. */
export function isChunkError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (
    error.name === "ChunkLoadError" ||
    /failed to load chunk|loading (?:css )?chunk|dynamically imported module|importing a module script failed/i.test(
      error.message,
    )
  );
}
