/** How long work may block the server's other requests or a page's next frame. */
const TIME_SLICE_MS = 12;

let sliceStart = 0;

/** Await it between the parts of long work; it starts a new task once the time slice is used up. */
export async function yieldToEventLoop(): Promise<void> {
  const now = performance.now();
  if (now - sliceStart < TIME_SLICE_MS) return;
  await new Promise((resolve) => setTimeout(resolve));
  sliceStart = performance.now();
}
