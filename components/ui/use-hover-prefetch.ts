import { useState } from "react";

/** Props for a link in a long list: prefetches on hover instead of when the link scrolls into view. */
export function useHoverPrefetch() {
  const [hovered, setHovered] = useState(false);
  return { prefetch: hovered ? null : false, onMouseEnter: () => setHovered(true) } as const;
}
