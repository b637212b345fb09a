import "server-only";
import { hash, verify } from "@node-rs/argon2";
import { AppError } from "@/lib/shared/errors";
import { normalizePassword } from "./password";

/**
 * Argon2id takes 19 MiB and about 10 ms, so few hashes run concurrently and the queue is bounded: a flood of sign-ins is
 * refused instead of exhausting the machine.
 */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const CONCURRENCY = 4;
const QUEUE_MAX = 200;

let running = 0;
const queue: (() => void)[] = [];

async function withSlot<T>(work: () => Promise<T>): Promise<T> {
  if (running >= CONCURRENCY) {
    if (queue.length >= QUEUE_MAX) throw new AppError("unavailable", { retryAfter: 5 });
    // A finished task hands its slot over, so `running` does not change.
    await new Promise<void>((resolve) => queue.push(resolve));
  } else {
    running++;
  }
  try {
    return await work();
  } finally {
    const next = queue.shift();
    if (next) next();
    else running--;
  }
}

/** Hashes a password for storage. @throws AppError unavailable if the queue is full */
export function hashPassword(password: string): Promise<string> {
  return withSlot(() => hash(normalizePassword(password), COST));
}

let dummyHash: Promise<string> | undefined;

/**
 * Verifies a password. Without a hash (unknown user, or no password set) it takes the same time and returns false.
 */
export async function verifyPassword(hashed: string | null | undefined, password: string): Promise<boolean> {
  dummyHash ??= hash("dummy password", COST);
  const expected = hashed ?? (await dummyHash);
  const matches = await withSlot(() => verify(expected, normalizePassword(password)));
  return matches && hashed != null;
}
