export type Side = "top" | "right" | "bottom" | "left";

const OPPOSITE: Record<Side, Side> = { top: "bottom", bottom: "top", left: "right", right: "left" };
const EDGE_PX = 8;

export interface PlaceBeside {
  floating: HTMLElement;
  /** An element, or a rectangle in viewport pixels (the pointer's place, for a context menu). */
  anchor: Element | DOMRect;
  side: Side;
  /** Pixels between the two. */
  gap: number;
  /** Which edges of the two are in line; their middles where nothing is said. */
  align?: "start" | "center" | "end";
}

/**
 * Puts a fixed element beside another: on `side`, on the other side where there is no room, and always
 * inside the window. Writes `left`, `top` and the transform origin through CSSOM (no style attribute in markup).
 */
export function placeBeside({ floating, anchor, side, gap, align = "center" }: PlaceBeside): void {
  const at = anchor instanceof Element ? anchor.getBoundingClientRect() : anchor;
  const width = floating.offsetWidth;
  const height = floating.offsetHeight;
  const room: Record<Side, number> = {
    top: at.top - height - gap,
    bottom: innerHeight - at.bottom - height - gap,
    left: at.left - width - gap,
    right: innerWidth - at.right - width - gap,
  };
  const used = room[side] < EDGE_PX && room[OPPOSITE[side]] > room[side] ? OPPOSITE[side] : side;
  const vertical = used === "top" || used === "bottom";
  const part = { start: 0, center: 0.5, end: 1 }[align];
  const x = vertical
    ? at.left + (at.width - width) * part
    : used === "left"
      ? at.left - gap - width
      : at.right + gap;
  const y = vertical
    ? used === "top"
      ? at.top - gap - height
      : at.bottom + gap
    : at.top + (at.height - height) * part;
  const left = Math.max(EDGE_PX, Math.min(x, innerWidth - width - EDGE_PX));
  const top = Math.max(EDGE_PX, Math.min(y, innerHeight - height - EDGE_PX));
  floating.style.left = `${Math.round(left)}px`;
  floating.style.top = `${Math.round(top)}px`;
  floating.style.transformOrigin = `${at.left + at.width / 2 - left}px ${at.top + at.height / 2 - top}px`;
}
