"use client";

import { useEffect, useState, type RefObject } from "react";

const ARM_AFTER_MS = 600;

/**
 * True once a question has stood still and been the same, without a press anywhere, for long enough to be read: a click that was meant for
 * something else, or the last of many, must not grant anything.
 */
export function useArmed(box: RefObject<HTMLElement | null>, question: unknown): boolean {
  const [armed, setArmed] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    let frame = 0;
    let place = "";
    const disarm = () => {
      clearTimeout(timer);
      timer = setTimeout(() => setArmed(true), ARM_AFTER_MS);
      setArmed(false);
    };
    const onPress = (event: Event) => {
      // A press on the armed button is the answer; moving through the question by keyboard is no press.
      const isAnswer = event.target instanceof Element && event.target.closest("[data-armed=true]");
      const isMoving = event instanceof KeyboardEvent && /^(Tab|Shift|Arrow)/.test(event.key);
      if (!isAnswer && !isMoving) disarm();
    };
    const follow = () => {
      const { left = 0, top = 0, width = 0, height = 0 } = box.current?.getBoundingClientRect() ?? {};
      const now = [left, top, width, height].map(Math.round).join(" ");
      if (place !== "" && now !== place) disarm();
      place = now;
      frame = requestAnimationFrame(follow);
    };
    disarm();
    follow();
    // A press inside of a frame only shows as the loss of the focus.
    const events = ["pointerdown", "keydown"] as const;
    for (const type of events) document.addEventListener(type, onPress, { capture: true });
    window.addEventListener("blur", disarm);
    return () => {
      clearTimeout(timer);
      cancelAnimationFrame(frame);
      for (const type of events) document.removeEventListener(type, onPress, { capture: true });
      window.removeEventListener("blur", disarm);
    };
  }, [box, question]);
  return armed;
}
