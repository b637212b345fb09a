import { useEffect, type RefObject } from "react";

/** Any of these means that the person scrolls by themselves now. */
const INPUTS = ["wheel", "touchstart", "pointerdown", "keydown"] as const;

/** Keeps the section that the address names in view while those above it load and grow. */
export function useLinkedSection(sections: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const show = () => {
      if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
    };
    const observer = new ResizeObserver(show);
    const release = () => observer.disconnect();
    const follow = () => {
      if (sections.current) observer.observe(sections.current);
    };
    follow();
    addEventListener("hashchange", follow);
    for (const name of INPUTS) addEventListener(name, release, { passive: true });
    return () => {
      release();
      removeEventListener("hashchange", follow);
      for (const name of INPUTS) removeEventListener(name, release);
    };
  }, [sections]);
}
