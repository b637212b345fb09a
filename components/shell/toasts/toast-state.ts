/** The rules of toasts (specification, sections 3, 4 and 9): one shown at a time, closed first, removed much later. */
export interface ToastRecord<Content> {
  id: string;
  open: boolean;
  content: Content;
}

export type ToastAction<Content> =
  | { type: "show"; id: string; content: Content }
  | { type: "dismiss"; id?: string }
  | { type: "remove"; id: string };

/**
 * The list after an action, newest first. Showing one that is known updates it and opens it again; of those open, only
 * the newest `limit` stay so.
 */
export function reduceToasts<Content>(
  toasts: readonly ToastRecord<Content>[],
  action: ToastAction<Content>,
  limit: number,
): ToastRecord<Content>[] {
  if (action.type === "remove") return toasts.filter((toast) => toast.id !== action.id);
  if (action.type === "dismiss") {
    return toasts.map((toast) =>
      toast.open && (action.id === undefined || toast.id === action.id) ? { ...toast, open: false } : toast,
    );
  }
  const shown = { id: action.id, open: true, content: action.content };
  let open = 0;
  return [shown, ...toasts.filter((toast) => toast.id !== action.id)].map((toast) => {
    if (!toast.open) return toast;
    open += 1;
    return open > limit ? { ...toast, open: false } : toast;
  });
}
