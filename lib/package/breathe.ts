/** How long one stretch of work may keep a server's other requests, or a page's next frame, waiting. */
const STRETCH_MS = 12;

let began = 0;

/** To be awaited between the parts of long work: gives way where the stretch is over, and costs nothing where not. */
export async function breathe(): Promise<void> {
  const now = performance.now();
  if (now - began < STRETCH_MS) return;
  await new Promise((resolve) => setTimeout(resolve));
  began = performance.now();
}
