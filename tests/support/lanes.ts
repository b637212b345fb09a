type Lanes = Map<string, { running: number }>;

/** How many lanes of this process work on a queue. One that has failed a job looks for the next before it ends. */
export const lanesOf = (queue: string): number =>
  (globalThis as { gumLanes?: Lanes }).gumLanes?.get(queue)?.running ?? 0;
