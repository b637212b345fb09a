import "server-only";
import { hash, verify } from "@node-rs/argon2";
import { AppError } from "@/lib/shared/errors";
import { normalizePassword } from "./password";

/**
 * Argon2id costs 19 MiB and about 10 ms a time, so a few run at once and a bounded number waits: a flood of sign-ins
 * is refused instead of taking the machine.
 */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const AT_ONCE = 4;
const WAITING_MAX = 200;

let running = 0;
const waiting: (() => void)[] = [];

async function withSlot<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) {
    if (waiting.length >= WAITING_MAX) throw new AppError("unavailable", { retryAfter: 5 });
    // The one who leaves hands over the slot, so `running` stays as it is.
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else {
    running++;
  }
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}

/** The hash to keep of a password. @throws AppError unavailable where too many wait already */
export function hashPassword(password: string): Promise<string> {
  return withSlot(() => hash(normalizePassword(password), COST));
}

let nobody: Promise<string> | undefined;

/**
 * Whether a password is the one that was hashed. Without a hash (nobody of that name, or no password set) it takes the
 * same time and answers false.
 */
export async function verifyPassword(hashed: string | null | undefined, password: string): Promise<boolean> {
  nobody ??= hash("nobody's password", COST);
  const against = hashed ?? (await nobody);
  const right = await withSlot(() => verify(against, normalizePassword(password)));
  return right && hashed != null;
}
