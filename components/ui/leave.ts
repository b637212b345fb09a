/** A path in the product, or a function that navigates. */
export type Destination = string | (() => void);

/** One per form with unsaved changes. `leave` asks the most recent. */
export const leaveQuestions: ((to: Destination) => void)[] = [];

/** Whether a form has changes that leaving the page would lose. */
export const hasUnsaved = (): boolean => leaveQuestions.length > 0;

/** For changes of a person who is no longer signed in: the next one must neither see nor save them. */
export function forgetUnsaved(): void {
  leaveQuestions.length = 0;
}

/** Calls `go`, which navigates, after asking about unsaved changes. Links are guarded separately. */
export function leave(go: () => void): void {
  const ask = leaveQuestions.at(-1);
  if (ask) ask(go);
  else go();
}
