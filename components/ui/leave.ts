/** A path in the product, or a function that navigates. */
export type Destination = string | (() => void);

/** One per form with unsaved changes. `leave` asks the most recent. */
export const leaveQuestions: ((to: Destination) => void)[] = [];

/** Calls `go`, which navigates, after asking about unsaved changes. Links are guarded separately. */
export function leave(go: () => void): void {
  const ask = leaveQuestions.at(-1);
  if (ask) ask(go);
  else go();
}
