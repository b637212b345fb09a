/** An address in the product, or what leads away. */
export type Destination = string | (() => void);

/** Asked by `leave`, the last one: of the forms with unsaved changes, each in the order in which they got them. */
export const leaveQuestions: ((to: Destination) => void)[] = [];

/** Calls `go`, which leaves the page, at once or after the question about unsaved changes. Links ask by themselves. */
export function leave(go: () => void): void {
  const ask = leaveQuestions.at(-1);
  if (ask) ask(go);
  else go();
}
