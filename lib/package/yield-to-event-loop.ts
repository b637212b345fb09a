/** How long work may run on before the server's other requests, or a page's next frame, get their turn. */
const TIME_SLICE_MS = 12;

let sliceBegan = 0;

/** To be awaited between the parts of long work: a new task where the time slice is used up, else free. */
export async function yieldToEventLoop(): Promise<void> {
  const now = performance.now();
  if (now - sliceBegan < TIME_SLICE_MS) return;
  await new Promise((resolve) => setTimeout(resolve));
  sliceBegan = performance.now();
}
