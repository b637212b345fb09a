"use client";

import { type ReactNode, useEffect, useRef } from "react";

/** The post of its own page, scrolled into view below its ancestors when the page opens. */
export function OpenedPost({ isReply, children }: { isReply: boolean; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Not where Back restores the place.
    if (isReply && window.scrollY === 0 && !location.hash) place.current?.scrollIntoView();
  }, [isReply]);
  return (
    <div ref={place} className="scroll-mt-20">
      {children}
    </div>
  );
}
