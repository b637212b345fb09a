/** Forwards the live stream's events of saved projects to the playground. */
export type ProjectNews = { id: string; revision: number };
/** `null`: events may have been lost. */
type Listener = (news: ProjectNews | null) => void;
const listeners = new Set<Listener>();

export function announceProjectNews(news: ProjectNews | null): void {
  for (const listener of [...listeners]) listener(news);
}

/** Returns the unsubscribe function. */
export function onProjectNews(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
