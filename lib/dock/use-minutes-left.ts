import { useEffect, useState } from "react";
import { minutesLeft } from "./times";

/** Minutes left of a trial. Changes at the full minute, so that it is the same number wherever it is shown. */
export function useMinutesLeft(expiresAt: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const tick = () => {
      const at = Date.now();
      setNow(at);
      if (at < expiresAt) timer = setTimeout(tick, ((expiresAt - at - 1) % 60_000) + 1);
    };
    tick();
    return () => clearTimeout(timer);
  }, [expiresAt]);
  return minutesLeft(expiresAt, now);
}
