const GIVE_UP_MS = 3_000;
/** Having stood there for so long, a page stays where it is. */
const STANDS_MS = 400;
/** What moves the page by hand. */
const BY_HAND = ["wheel", "touchmove", "pointerdown", "keydown"] as const;

/**
 * Keeps the place of each page that the person has left, for the way back. Browsers do so themselves where the page stands
 * at once; one that stands a moment later (the page that was left was still on its way) would begin at its top.
 * @returns how to stop; where the browser does not name the entries of its history, nothing is done
 */
export function keepPlaces(): () => void {
  if (!("navigation" in window)) return () => undefined;
  const places = new Map<string, number>();
  const entry = () => navigation.currentEntry?.key ?? "";
  let frame = 0;
  const end = () => {
    cancelAnimationFrame(frame);
    frame = 0;
  };
  const onScroll = () => {
    if (frame === 0) places.set(entry(), scrollY);
  };
  const onPop = () => {
    end();
    const place = places.get(entry());
    if (!place) return;
    const began = performance.now();
    let there = 0;
    const look = (now: number) => {
      const isTall = document.documentElement.scrollHeight - innerHeight >= place;
      // What is measured only in sight moves the rest a little: that is not another place.
      const isThere = Math.abs(scrollY - place) < innerHeight / 2;
      if (!isThere && isTall) scrollTo({ top: place, behavior: "instant" });
      if (!isThere || there === 0) there = now;
      const isDone = (isThere && now - there > STANDS_MS) || now - began > GIVE_UP_MS;
      frame = isDone ? 0 : requestAnimationFrame(look);
    };
    frame = requestAnimationFrame(look);
  };
  addEventListener("scroll", onScroll, { passive: true });
  addEventListener("popstate", onPop);
  for (const type of BY_HAND) addEventListener(type, end, { capture: true, passive: true });
  return () => {
    end();
    removeEventListener("scroll", onScroll);
    removeEventListener("popstate", onPop);
    for (const type of BY_HAND) removeEventListener(type, end, { capture: true });
  };
}
