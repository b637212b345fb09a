import type { Side } from "./place";

export const TIP_ATTRIBUTE = "data-tip";

/** Attributes of a control whose name is shown beside it (see Tips) and read by screen readers. */
export function tip(label: string, side: Side = "bottom") {
  return { "aria-label": label, [TIP_ATTRIBUTE]: side };
}
