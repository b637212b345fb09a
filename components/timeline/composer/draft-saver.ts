import { createStore } from "zustand";
import { api, ApiError } from "@/lib/browser/api";
import { SERVER_BACK_EVENT } from "@/lib/browser/wait-to-retry";
import type { Draft, DraftContent, SavedDraft } from "@/lib/posts/draft-contract";
import type { SavedDraftState } from "@/lib/posts/draft-storage";
import { ComposerDraft, contentOf } from "./composer-draft";

const SAVE_AFTER_MS = 1_500;

/** `here`: this browser keeps it until the server answers; `full`: the person has as many drafts as there may be. */
export type SaveState = "idle" | "saved" | "here" | "full";

type SaverState = {
  state: SaveState;
  /** Something is not saved. */
  isDirty: boolean;
};

/**
 * Saves drafts on the server, for the person's other devices. Unsaved changes remain in this browser. A draft
 * that was changed elsewhere in the meantime is not overwritten: the local text becomes a new draft.
 */
class DraftSaver {
  readonly state = createStore<SaverState>(() => ({ state: "idle", isDirty: false }));
  readonly #draft: ComposerDraft;
  #users = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** One save after the other. */
  #last: Promise<boolean> = Promise.resolve(true);
  #stop = new AbortController();
  /** What was sent without an answer, as the server would have it. */
  #sent: SavedDraftState | null = null;

  constructor(draft: ComposerDraft) {
    this.#draft = draft;
  }

  /** Counts the composers that show the draft. @returns counts it out */
  use(): () => void {
    if (this.#users++ === 0) this.#start();
    return () => {
      if (--this.#users > 0) return;
      this.#stop.abort();
      void this.save().finally(() => {
        // A reply or quote ends with its composer.
        if (this.#users === 0 && this.#draft.about) this.#draft.clear();
      });
    };
  }

  #start(): void {
    const { signal } = (this.#stop = new AbortController());
    const later = () => {
      this.state.setState({ isDirty: this.#isDirty() });
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => void this.#save(1), SAVE_AFTER_MS);
    };
    this.state.setState({ isDirty: this.#isDirty() });
    signal.addEventListener("abort", this.#draft.state.subscribe(later));
    const retry = () => void this.save();
    addEventListener("online", retry, { signal });
    addEventListener(SERVER_BACK_EVENT, retry, { signal });
    const look = () => {
      if (document.visibilityState === "visible") void this.#follow().catch(() => undefined);
    };
    document.addEventListener("visibilitychange", look, { signal });
    look();
  }

  /** Saves unsaved changes. @returns whether everything is saved; false also while a picture is uploaded */
  save(): Promise<boolean> {
    clearTimeout(this.#timer);
    return this.#save(Infinity);
  }

  /** @param times calls at most: while somebody types, each answer is old already */
  #save(times: number): Promise<boolean> {
    return (this.#last = this.#last.then(() => this.#saveNow(times)));
  }

  async #saveNow(times: number): Promise<boolean> {
    try {
      for (let calls = 0; calls < times && this.#isDirty(); calls++) {
        if (!navigator.onLine) throw new Error("offline");
        await this.#saveOnce();
      }
      if (this.#isDirty()) return false;
      const { saved, pictures, thread } = this.#draft.state.getState();
      this.#setState(saved ? "saved" : "idle");
      // No composer is there to do it.
      if (this.#users === 0) this.#draft.store();
      return [pictures, ...thread.map((post) => post.pictures)].flat().every(({ media }) => media);
    } catch (error) {
      const isFull = error instanceof ApiError && error.code === "validation_error";
      this.#setState(isFull ? "full" : "here");
      return false;
    }
  }

  async #saveOnce(): Promise<void> {
    const { state } = this.#draft;
    const { saved } = state.getState();
    const content = contentOf(this.#draft);
    if (content === null) {
      // The person emptied it.
      state.setState({ saved: null });
      if (saved) await this.#delete(saved.id);
      return;
    }
    const { id, revision } = saved ?? { id: crypto.randomUUID(), revision: 0 };
    // Before the answer: a post that is sent meanwhile ends it.
    if (!saved) state.setState({ saved: { id, revision, content: "" } });
    try {
      // Fields that a change omits stay.
      const none = revision > 0 && { thread: [], replyTo: null, quote: null };
      const body = { ...none, ...(JSON.parse(content) as DraftContent), revision };
      const answer = await api<SavedDraft>(`/v1/drafts/${id}`, { method: "PUT", body });
      if (state.getState().saved?.id === id) state.setState({ saved: { ...answer, content } });
      else await this.#delete(id);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== "conflict") {
        this.#sent = { id, revision: revision + 1, content };
        throw error;
      }
      const arrived = await this.#arrived(id);
      if (state.getState().saved?.id !== id) return;
      state.setState({ saved: arrived });
      if (arrived && this.#isDirty()) await this.#saveOnce();
    }
  }

  /** The stored draft, if it is what was sent without an answer. */
  async #arrived(id: string): Promise<SavedDraftState | null> {
    const sent = this.#sent;
    if (sent?.id !== id) return null;
    const stored = await this.#stored(id);
    this.#sent = null;
    if (stored?.revision !== sent.revision) return null;
    const draft = new ComposerDraft({}, this.#draft.about);
    draft.restore(stored);
    return contentOf(draft) === sent.content ? sent : null;
  }

  /** Null if it is gone. */
  #stored(id: string): Promise<Draft | null> {
    return api<Draft>(`/v1/drafts/${id}`).catch((error: unknown) => {
      if (error instanceof ApiError && error.code === "not_found") return null;
      throw error;
    });
  }

  /** Deletes the draft, also on the server. @throws ApiError */
  async discard(): Promise<void> {
    const { saved } = this.#draft.state.getState();
    this.#draft.clear();
    clearTimeout(this.#timer);
    // A pending save deletes the draft that it creates.
    if (saved) await this.#delete(saved.id);
  }

  #delete(id: string): Promise<unknown> {
    return api(`/v1/drafts/${id}`, { method: "DELETE" });
  }

  #isDirty(): boolean {
    const { saved } = this.#draft.state.getState();
    const content = contentOf(this.#draft);
    return content === null ? saved !== null : saved?.content !== content;
  }

  /** Takes over what another device made of the draft, unless something here is not saved. */
  async #follow(): Promise<void> {
    const { saved } = this.#draft.state.getState();
    if (this.#isDirty() || !saved) return void (await this.save());
    const answer = await this.#stored(saved.id);
    if (this.#isDirty() || this.#draft.state.getState().saved?.id !== saved.id) return;
    if (!answer || answer.scheduledAt) this.#draft.clear();
    else if (answer.revision !== saved.revision) this.open(answer);
  }

  /** Replaces the current draft, which has been saved, by a stored one. */
  open(stored: Draft): void {
    const { id, revision } = stored;
    this.#draft.clear();
    this.#draft.state.setState({ saved: { id, revision, content: "" } });
    this.#draft.restore(stored);
    // Without the post that it was about, it is another one, and saved again.
    const content = stored.about ? "" : (contentOf(this.#draft) ?? "");
    this.#draft.state.setState({ saved: { id, revision, content } });
    this.#setState("saved");
  }

  #setState(state: SaveState): void {
    this.state.setState({ state, isDirty: this.#isDirty() });
  }
}

const savers = new WeakMap<ComposerDraft, DraftSaver>();

/** The saver of a draft, which several composers may show. */
export function saverOf(draft: ComposerDraft): DraftSaver {
  const saver = savers.get(draft) ?? new DraftSaver(draft);
  savers.set(draft, saver);
  return saver;
}
