import { createStore, type StoreApi } from "zustand";
import type { AppShort } from "@/lib/apps/contract";
import { draftStorage } from "@/lib/posts/draft-storage";
import { PictureUploads, type DraftPicture, type PictureRefusal } from "./picture-uploads";

type DraftState = { text: string; app: AppShort | null; pictures: readonly DraftPicture[] };

/** What is being written, with its pictures and their uploads. */
export class ComposerDraft {
  readonly state: StoreApi<DraftState>;
  readonly uploads: PictureUploads;
  #onRefused: (problem: PictureRefusal) => void = () => undefined;
  #composers = 0;

  constructor(initial: Partial<DraftState> = {}) {
    this.state = createStore(() => ({ text: "", app: null, pictures: [], ...initial }));
    this.uploads = new PictureUploads({
      onChange: (pictures) => this.state.setState({ pictures }),
      onRefused: (problem) => this.#onRefused(problem),
    });
  }

  /** @param tell tells the person why a picture is not added */
  onRefused(tell: (problem: PictureRefusal) => void): void {
    this.#onRefused = tell;
  }

  clear(): void {
    this.state.setState({ text: "", app: null });
    this.uploads.restore([]);
  }

  /** Counts the composers that show it. The first one reads what this browser has stored. @returns counts it out */
  show(userId: string): () => void {
    const { text, app, pictures } = this.state.getState();
    const isPending = pictures.some(({ media }) => !media);
    const stored = this.#composers === 0 && !isPending ? draftStorage.read() : null;
    if (stored?.userId === userId) {
      // What was typed before hydration, or attached by the page, is newer.
      this.state.setState({ text: text || stored.text, app: app ?? stored.app });
      this.uploads.restore(stored.media);
    }
    this.#composers++;
    return () => void this.#composers--;
  }
}

let own: { userId: string; draft: ComposerDraft } | null = null;

/** The draft that the timeline's composer and the dialog share. The server never changes it. */
export function ownDraft(userId: string): ComposerDraft {
  if (own?.userId !== userId) own = { userId, draft: new ComposerDraft() };
  return own.draft;
}
