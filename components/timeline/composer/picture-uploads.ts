import type { ComposerDraft } from "./composer-draft";
import type { DraftPicture } from "./draft-picture";
import { prepareMedia, sendMedia } from "./send-media";

/** Adds pictures or a recording to a draft. Each is uploaded at once, until it leaves the draft. */
export class PictureUploads {
  readonly #files = new Map<string, Blob>();
  readonly #transfers = new Map<string, AbortController>();
  readonly #draft: ComposerDraft;

  constructor(draft: ComposerDraft) {
    this.#draft = draft;
    draft.state.subscribe(({ pictures }, before) => {
      if (pictures === before.pictures) return;
      const left = new Set(pictures.map(({ key }) => key));
      for (const picture of before.pictures) if (!left.has(picture.key)) this.#forget(picture);
    });
  }

  async add(chosen: readonly Blob[]): Promise<void> {
    const draft = this.#draft;
    for await (const prepared of prepareMedia(chosen, () => draft.pictures)) {
      if ("problem" in prepared) {
        draft.refuse(prepared.problem);
        continue;
      }
      const { file, recording = null } = prepared;
      const key = crypto.randomUUID();
      const shown = recording ? recording.poster : file;
      const src = shown ? URL.createObjectURL(shown) : "";
      this.#files.set(key, file);
      const added = { key, src, width: 0, height: 0, alt: "", progress: 0, media: null, error: null };
      draft.pictures = [...draft.pictures, { ...added, recording }];
      void this.send(key);
    }
  }

  /** Uploads a picture or a recording, or retries it. */
  async send(key: string): Promise<void> {
    const file = this.#files.get(key);
    const picture = this.#draft.pictures.find((each) => each.key === key);
    if (!file || !picture) return;
    const transfer = new AbortController();
    this.#transfers.set(key, transfer);
    this.#change(key, { progress: 0, error: null });
    try {
      const media = await sendMedia(picture, file, {
        signal: transfer.signal,
        onProgress: (share) => this.#change(key, { progress: share * 0.95 }),
      });
      this.#change(key, { media, progress: 1, width: media.width, height: media.height });
    } catch (error) {
      if (!transfer.signal.aborted) this.#change(key, { error });
    } finally {
      this.#transfers.delete(key);
    }
  }

  remove(key: string): void {
    this.#draft.pictures = this.#draft.pictures.filter((picture) => picture.key !== key);
  }

  /** Its description; for a recording, also its stored form with another poster. */
  describe(key: string, changes: Partial<Pick<DraftPicture, "alt" | "media" | "src">>): void {
    const before = this.#draft.pictures.find((picture) => picture.key === key)?.src;
    this.#change(key, changes);
    if (changes.src !== undefined && before?.startsWith("blob:")) URL.revokeObjectURL(before);
  }

  #forget({ key, src }: DraftPicture): void {
    this.#transfers.get(key)?.abort();
    this.#files.delete(key);
    if (src.startsWith("blob:")) URL.revokeObjectURL(src);
  }

  #change(key: string, changes: Partial<DraftPicture>): void {
    this.#draft.pictures = this.#draft.pictures.map((picture) =>
      picture.key === key ? { ...picture, ...changes } : picture,
    );
  }
}

const uploads = new WeakMap<ComposerDraft, PictureUploads>();

/** The uploads of a draft, which several composers may show. */
export function uploadsOf(draft: ComposerDraft): PictureUploads {
  const known = uploads.get(draft) ?? new PictureUploads(draft);
  uploads.set(draft, known);
  return known;
}
