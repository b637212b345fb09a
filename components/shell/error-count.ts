/** Errors of this tab, remembered over a reload: somebody whose page fails again and again is to be told so. */
const KEY = "gum-errors";
const WITHIN_MS = 10 * 60_000;

/** Notes one more error and answers how many there were in the last ten minutes, this one included. */
export function countError(now: number): number {
  let times: number[] = [];
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? "[]");
    if (Array.isArray(stored))
      times = stored.filter((time) => typeof time === "number" && now - time < WITHIN_MS);
    times.push(now);
    sessionStorage.setItem(KEY, JSON.stringify(times.slice(-20)));
  } catch {
    // Without storage each page counts for itself.
    times.push(now);
  }
  return times.length;
}

/** True from the third error on: then trying again is not advice enough. */
export function isRepeated(count: number): boolean {
  return count > 2;
}
