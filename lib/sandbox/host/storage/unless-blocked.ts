/** In WebKit, the last write of the previous page can block a store while that page is in the back/forward cache. */
const BLOCKED_MS = 1_500;

/** Resolves to `otherwise` if the store fails or is blocked. */
export async function unlessBlocked<T>(work: Promise<T>, otherwise: T): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const blocked = new Promise<T>((resolve) => (timer = setTimeout(() => resolve(otherwise), BLOCKED_MS)));
  return Promise.race([work.catch(() => otherwise), blocked]).finally(() => clearTimeout(timer));
}
