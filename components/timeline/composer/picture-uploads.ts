import { upload } from "@/lib/browser/upload";
import { POST_MEDIA_MAX } from "@/lib/config/limits";
import type { PostMedia } from "@/lib/posts/contract";
import { sentPicture, type DraftPicture, type PictureRefusal } from "./draft-picture";
import { prepareImage } from "./prepare-image";

export interface PictureUploadsOptions {
  onChange: (pictures: readonly DraftPicture[]) => void;
  onRefused: (problem: PictureRefusal) => void;
}

/** Takes pictures in, sends them at once, and keeps them in order. */
export class PictureUploads {
  #pictures: readonly DraftPicture[] = [];
  readonly #files = new Map<string, Blob>();
  readonly #transfers = new Map<string, AbortController>();
  readonly #options: PictureUploadsOptions;

  constructor(options: PictureUploadsOptions) {
    this.#options = options;
  }

  async add(chosen: readonly Blob[]): Promise<void> {
    const room = POST_MEDIA_MAX - this.#pictures.length;
    if (chosen.length > room) this.#options.onRefused("tooMany");
    for (const file of chosen.slice(0, Math.max(0, room))) {
      const prepared = await prepareImage(file);
      if (typeof prepared === "string") {
        this.#options.onRefused(prepared);
        continue;
      }
      if (this.#pictures.length >= POST_MEDIA_MAX) return;
      const key = crypto.randomUUID();
      const src = URL.createObjectURL(prepared);
      this.#files.set(key, prepared);
      const fresh = { key, src, width: 0, height: 0, alt: "", progress: 0, media: null, error: null };
      this.#set([...this.#pictures, fresh]);
      void this.send(key);
    }
  }

  /** Sends one, or sends it again. */
  async send(key: string): Promise<void> {
    const file = this.#files.get(key);
    if (!file) return;
    const transfer = new AbortController();
    this.#transfers.set(key, transfer);
    this.#change(key, { progress: 0, error: null });
    const form = new FormData();
    form.set("file", file, "picture");
    try {
      const media = await upload<PostMedia>({
        path: "/media",
        form,
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
    this.#forget(key);
    this.#set(this.#pictures.filter((one) => one.key !== key));
  }

  setAlt(key: string, alt: string): void {
    this.#change(key, { alt });
  }

  /** Shows what a draft holds, in place of everything else. */
  restore(media: readonly PostMedia[]): void {
    for (const one of this.#pictures) this.#forget(one.key);
    this.#set(media.map(sentPicture));
  }

  /** Ends what is on its way. */
  stop(): void {
    for (const transfer of this.#transfers.values()) transfer.abort();
  }

  #forget(key: string): void {
    this.#transfers.get(key)?.abort();
    this.#files.delete(key);
    const src = this.#pictures.find((one) => one.key === key)?.src;
    if (src?.startsWith("blob:")) URL.revokeObjectURL(src);
  }

  #change(key: string, part: Partial<DraftPicture>): void {
    this.#set(this.#pictures.map((one) => (one.key === key ? { ...one, ...part } : one)));
  }

  #set(pictures: readonly DraftPicture[]): void {
    this.#pictures = pictures;
    this.#options.onChange(pictures);
  }
}
