import { POST_MEDIA_MAX } from "@/lib/config/limits";
import type { PostMedia } from "@/lib/posts/contract";
import type { ImageProblem } from "./prepare-image";

export type DraftPicture = {
  key: string;
  /** An object URL, or the address of the stored picture. */
  src: string;
  width: number;
  height: number;
  alt: string;
  /** From 0 to 1. */
  progress: number;
  /** The stored picture; null until it is uploaded. */
  media: PostMedia | null;
  error: unknown;
};

export type PictureRefusal = ImageProblem | "tooMany";

export interface PictureUploadsOptions {
  onChange: (pictures: readonly DraftPicture[]) => void;
  onRefused: (problem: PictureRefusal) => void;
}

/** The pictures of a draft, in order. Each is uploaded as soon as it is added. */
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
    const { prepareImage } = await import("./prepare-image");
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
      const added = { key, src, width: 0, height: 0, alt: "", progress: 0, media: null, error: null };
      this.#set([...this.#pictures, added]);
      void this.send(key);
    }
  }

  /** Uploads a picture, or retries it. */
  async send(key: string): Promise<void> {
    const file = this.#files.get(key);
    if (!file) return;
    const transfer = new AbortController();
    this.#transfers.set(key, transfer);
    this.#change(key, { progress: 0, error: null });
    const form = new FormData();
    form.set("file", file, "picture");
    try {
      const { upload } = await import("@/lib/browser/upload");
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
    this.#set(this.#pictures.filter((picture) => picture.key !== key));
  }

  setAlt(key: string, alt: string): void {
    this.#change(key, { alt });
  }

  /** Replaces all pictures by stored ones. */
  restore(media: readonly PostMedia[]): void {
    for (const { key } of this.#pictures) this.#forget(key);
    this.#set(
      media.map((stored) => {
        const { id, url, width, height, alt } = stored;
        return { key: id, src: url, width, height, alt, progress: 1, media: stored, error: null };
      }),
    );
  }

  /** Aborts uploads in flight. */
  stop(): void {
    for (const transfer of this.#transfers.values()) transfer.abort();
  }

  #forget(key: string): void {
    this.#transfers.get(key)?.abort();
    this.#files.delete(key);
    const src = this.#pictures.find((picture) => picture.key === key)?.src;
    if (src?.startsWith("blob:")) URL.revokeObjectURL(src);
  }

  #change(key: string, changes: Partial<DraftPicture>): void {
    this.#set(this.#pictures.map((picture) => (picture.key === key ? { ...picture, ...changes } : picture)));
  }

  #set(pictures: readonly DraftPicture[]): void {
    this.#pictures = pictures;
    this.#options.onChange(pictures);
  }
}
