/** The phases of a drag in the dock (specification, section 4). */
export type DragPhase = "none" | "pickup" | "dragging" | "stable" | "dropping";

/**
 * press: pointer down on an app. lift: moved past the threshold. move: moves on. rest: holds still. drop: released.
 * settle: the drop animation ended. cancel: Escape, or the press was only a click.
 */
export type DragEvent = "press" | "lift" | "move" | "rest" | "drop" | "settle" | "cancel";

const DRAG_STEPS: Record<DragPhase, Partial<Record<DragEvent, DragPhase>>> = {
  none: { press: "pickup", lift: "dragging" },
  pickup: { lift: "dragging", drop: "none", cancel: "none" },
  dragging: { rest: "stable", drop: "dropping", cancel: "none" },
  stable: { move: "dragging", drop: "dropping", cancel: "none" },
  dropping: { settle: "none", cancel: "none", press: "pickup", lift: "dragging" },
};

/** Returns the phase after an event. Events that do not apply to a phase are no-ops. */
export function nextDragPhase(phase: DragPhase, event: DragEvent): DragPhase {
  return DRAG_STEPS[phase][event] ?? phase;
}
