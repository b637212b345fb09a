import { AppError } from "@/lib/shared/errors";

/**
 * Bounds the concurrent queries and image resizes of hosted clients per process, in total and per person. The rest is
 * queued without a database connection, so that one person's expensive requests do not starve everybody else.
 */
const RUNNING_MAX = 4;
const RUNNING_OF_ONE_MAX = 2;
const WAITING_OF_ONE_MAX = 30;

type Waiting = { personId: string; start: () => void };
let waiting: Waiting[] = [];
const running: string[] = [];

const countOf = (personId: string): number => running.filter((each) => each === personId).length;

function startNext(): void {
  while (running.length < RUNNING_MAX) {
    const next = waiting.find(({ personId }) => countOf(personId) < RUNNING_OF_ONE_MAX);
    if (!next) return;
    waiting = waiting.filter((each) => each !== next);
    running.push(next.personId);
    next.start();
  }
}

/** @throws AppError rate_limited if the person's queue is full */
export async function enqueue<T>(personId: string, work: () => Promise<T>): Promise<T> {
  if (waiting.filter((each) => each.personId === personId).length >= WAITING_OF_ONE_MAX)
    throw new AppError("rate_limited", { retryAfter: 1 });
  await new Promise<void>((start) => {
    waiting.push({ personId, start });
    startNext();
  });
  try {
    return await work();
  } finally {
    running.splice(running.indexOf(personId), 1);
    startNext();
  }
}
