/** The phases of a drag in the dock (specification, section 4). */
export type DragPhase = "none" | "pickup" | "dragging" | "stable" | "dropping";

/**
 * press: a pointer went down on an app. lift: it moved over the threshold. move: it moves on. rest: it holds still.
 * drop: it was released. settle: the drop's animation ended. cancel: Escape, or the press was only a click.
 */
export type DragEvent = "press" | "lift" | "move" | "rest" | "drop" | "settle" | "cancel";

const DRAG_STEPS: Record<DragPhase, Partial<Record<DragEvent, DragPhase>>> = {
  none: { press: "pickup", lift: "dragging" },
  pickup: { lift: "dragging", drop: "none", cancel: "none" },
  dragging: { rest: "stable", drop: "dropping", cancel: "none" },
  stable: { move: "dragging", drop: "dropping", cancel: "none" },
  dropping: { settle: "none", cancel: "none", press: "pickup", lift: "dragging" },
};

/** The phase after an event; an event that means nothing in a phase leaves it. */
export function nextDragPhase(phase: DragPhase, event: DragEvent): DragPhase {
  return DRAG_STEPS[phase][event] ?? phase;
}
