/** The local hour and, for a weekly digest, the day (Monday) at which it is sent. */
const HOUR = 8;
const WEEKLY_DAY = 1;
const DAY_MS = 24 * 60 * 60_000;

export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** The clock of a time zone at an instant, as if it were UTC. */
function localTime(at: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat("en", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  }).formatToParts(at);
  const value = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((part) => part.type === type)?.value ?? 0);
  return Date.UTC(
    value("year"),
    value("month") - 1,
    value("day"),
    value("hour"),
    value("minute"),
    value("second"),
  );
}

/** The instant at which the clock of a time zone shows `local`. */
function instantOf(local: number, timeZone: string): number {
  const guess = local - (localTime(local, timeZone) - local);
  // The offset of the guess differs on the day of a change of the clock.
  return guess - (localTime(guess, timeZone) - local);
}

/** When the next digest is due: the first morning after `now`, or the first one of a Monday. */
export function nextDigestAt({
  every,
  timeZone,
  now,
}: {
  every: "daily" | "weekly";
  timeZone: string;
  now: Date;
}): Date {
  const today = Math.floor(localTime(now.getTime(), timeZone) / DAY_MS) * DAY_MS;
  for (let day = today; ; day += DAY_MS) {
    if (every === "weekly" && new Date(day).getUTCDay() !== WEEKLY_DAY) continue;
    const at = instantOf(day + HOUR * 60 * 60_000, timeZone);
    if (at > now.getTime()) return new Date(at);
  }
}
