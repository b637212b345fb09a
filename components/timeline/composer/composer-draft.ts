import { createStore, type StoreApi } from "zustand";
import type { AppShort } from "@/lib/apps/contract";
import type { PostMedia, QuotedPost } from "@/lib/posts/contract";
import type { DraftContent } from "@/lib/posts/draft-contract";
import {
  draftStorage,
  type PostOptions,
  type SavedDraftState,
  type StoredPost,
} from "@/lib/posts/draft-storage";
import { isBlank } from "@/lib/shared/visible-text";
import { storedPicture, type DraftPicture, type PictureRefusal } from "./draft-picture";

type DraftState = {
  text: string;
  app: AppShort | null;
  pictures: readonly DraftPicture[];
  options: PostOptions;
  /** Its copy on the server (see draft-saver.ts). */
  saved: SavedDraftState | null;
  /** The further posts of a thread. */
  thread: readonly ComposerDraft[];
};

/** What a draft replies to or quotes. */
export type DraftAbout = {
  replyTo?: { id: string; username: string } | undefined;
  quote?: QuotedPost | undefined;
};

const EMPTY: DraftState = { text: "", app: null, pictures: [], options: {}, saved: null, thread: [] };

let drafts = 0;

/** The current draft, with its pictures. Their uploads load with the first one (see picture-uploads.ts). */
export class ComposerDraft {
  readonly key = ++drafts;
  readonly state: StoreApi<DraftState>;
  /** Null for a post that stands alone. */
  readonly about: DraftAbout | null;
  #onRefused: (problem: PictureRefusal) => void = () => undefined;
  #composers = 0;
  #userId: string | null = null;

  constructor(initial: Partial<DraftState> = {}, about: DraftAbout | null = null) {
    this.state = createStore(() => ({ ...EMPTY, ...initial }));
    this.about = about;
  }

  /** @param report says why a picture was not added */
  onRefused(report: (problem: PictureRefusal) => void): void {
    this.#onRefused = report;
  }

  refuse(problem: PictureRefusal): void {
    this.#onRefused(problem);
  }

  get pictures(): readonly DraftPicture[] {
    return this.state.getState().pictures;
  }

  set pictures(pictures: readonly DraftPicture[]) {
    this.state.setState({ pictures });
  }

  /** Uploads files, and adds them. */
  async add(files: readonly Blob[]): Promise<void> {
    const code = await import("./picture-uploads").catch(() => null);
    if (code) await code.uploadsOf(this).add(files);
    else this.refuse("notLoaded");
  }

  /** Adds a further post to the thread. A change of it is a change of this draft. */
  addPost(stored?: StoredPost): ComposerDraft {
    const post = new ComposerDraft();
    if (stored) post.restore(stored);
    post.onRefused((problem) => this.refuse(problem));
    post.state.subscribe(() => this.state.setState({}));
    this.state.setState(({ thread }) => ({ thread: [...thread, post] }));
    return post;
  }

  /** Puts stored content in the place of all other. */
  restore({
    text,
    app,
    media,
    options = {},
    thread = [],
  }: StoredPost & { thread?: StoredPost[] | undefined }) {
    this.state.setState({ text, app, options, pictures: media.map(storedPicture), thread: [] });
    for (const post of thread) this.addPost(post);
  }

  clear(): void {
    for (const post of this.state.getState().thread) post.clear();
    this.state.setState(EMPTY);
  }

  /** The stored and sent form: without pictures that are being uploaded. */
  content(): StoredPost & { thread?: StoredPost[] | undefined } {
    const { text, app, pictures, options, thread } = this.state.getState();
    const media: PostMedia[] = pictures.flatMap(({ media, alt }) => (media ? [{ ...media, alt }] : []));
    return {
      text,
      media,
      app,
      options,
      ...(thread.length > 0 && { thread: thread.map((post) => post.content()) }),
    };
  }

  /** Stores it in this browser. */
  store(): void {
    const userId = this.#userId;
    if (userId === null) return;
    const content = this.content();
    if (!content.text && content.media.length === 0 && !content.app && !content.thread) draftStorage.remove();
    else draftStorage.write({ userId, ...content, saved: this.state.getState().saved });
  }

  /** Counts the composers that show it. The first one reads what this browser has stored. @returns counts it out */
  show(userId: string): () => void {
    this.#userId = userId;
    const { text, app, pictures, thread } = this.state.getState();
    // Pictures and further posts are here since an earlier composer, perhaps with uploads that are not stored yet.
    const isKept = pictures.length > 0 || thread.length > 0;
    const stored = this.#composers === 0 && !isKept ? draftStorage.read() : null;
    if (stored?.userId === userId) {
      // Text typed before hydration, or an app attached by the page, is newer.
      this.restore({ ...stored, text: text || stored.text, app: app ?? stored.app });
      this.state.setState({ saved: stored.saved ?? null });
    }
    this.#composers++;
    return () => void this.#composers--;
  }
}

const isEmpty = ({ text, media, app }: StoredPost) => isBlank(text) && media.length === 0 && !app;

const partOf = ({ text, media, app, options = {} }: StoredPost) => ({
  text,
  media: media.map(({ id, alt }) => ({ id, alt })),
  appId: app?.id ?? null,
  options,
});

/**
 * As the API takes it, in JSON; null if there is nothing to keep. Pictures that are being uploaded are added
 * later.
 */
export function contentOf(draft: ComposerDraft): string | null {
  const { thread = [], ...first } = draft.content();
  const others = thread.filter((post) => !isEmpty(post));
  if (isEmpty(first) && others.length === 0) return null;
  const content: DraftContent = {
    ...partOf(first),
    ...(others.length > 0 && { thread: others.map(partOf) }),
    replyTo: draft.about?.replyTo?.id,
    quote: draft.about?.quote?.id,
  };
  return JSON.stringify(content);
}

let own: { userId: string; draft: ComposerDraft } | null = null;

/** The draft that the timeline's composer and the dialog share. The server never changes it. */
export function ownDraft(userId: string): ComposerDraft {
  if (own?.userId !== userId) own = { userId, draft: new ComposerDraft() };
  return own.draft;
}
