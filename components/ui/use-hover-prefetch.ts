import { useState } from "react";

/** Props of a link in a long list: its page is prefetched when the pointer comes to it, not when it scrolls into view. */
export function useHoverPrefetch() {
  const [hovered, setHovered] = useState(false);
  return { prefetch: hovered ? null : false, onMouseEnter: () => setHovered(true) } as const;
}
