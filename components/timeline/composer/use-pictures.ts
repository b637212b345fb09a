"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { upload } from "@/lib/client/api/upload";
import { POST_MEDIA_MAX } from "@/lib/config/limits";
import type { PostMedia } from "@/lib/contracts/post";
import { prepareImage, type ImageProblem } from "./prepare-image";

export type DraftPicture = {
  key: string;
  /** What is shown: the file itself, or the stored picture of a draft. */
  src: string;
  width: number;
  height: number;
  alt: string;
  /** 0 to 1 while it is on its way. */
  progress: number;
  /** The picture as the server has it; null while it is on its way. */
  media: PostMedia | null;
  error: unknown;
};

export type PictureRefusal = ImageProblem | "tooMany";

/** The pictures of what is being written: taken in, sent at once, kept in order. */
export function usePictures({ onRefused }: { onRefused: (problem: PictureRefusal) => void }) {
  const [pictures, setPictures] = useState<DraftPicture[]>([]);
  const files = useRef(new Map<string, Blob>());
  const transfers = useRef(new Map<string, AbortController>());
  const latest = useRef(pictures);
  latest.current = pictures;

  const change = useCallback((key: string, part: Partial<DraftPicture>) => {
    setPictures((list) => list.map((one) => (one.key === key ? { ...one, ...part } : one)));
  }, []);

  const send = useCallback(
    async (key: string) => {
      const file = files.current.get(key);
      if (!file) return;
      const transfer = new AbortController();
      transfers.current.set(key, transfer);
      change(key, { progress: 0, error: null });
      const form = new FormData();
      form.set("file", file, "picture");
      try {
        const media = await upload<PostMedia>({
          path: "/media",
          form,
          signal: transfer.signal,
          onProgress: (share) => change(key, { progress: share * 0.95 }),
        });
        change(key, { media, progress: 1, width: media.width, height: media.height });
      } catch (error) {
        if (!transfer.signal.aborted) change(key, { error });
      } finally {
        transfers.current.delete(key);
      }
    },
    [change],
  );

  const add = useCallback(
    async (chosen: readonly Blob[]) => {
      const room = POST_MEDIA_MAX - latest.current.length;
      if (chosen.length > room) onRefused("tooMany");
      for (const file of chosen.slice(0, Math.max(0, room))) {
        const prepared = await prepareImage(file);
        if (typeof prepared === "string") {
          onRefused(prepared);
          continue;
        }
        const key = crypto.randomUUID();
        const src = URL.createObjectURL(prepared);
        files.current.set(key, prepared);
        const fresh = { key, src, width: 0, height: 0, alt: "", progress: 0, media: null, error: null };
        setPictures((list) => (list.length < POST_MEDIA_MAX ? [...list, fresh] : list));
        void send(key);
      }
    },
    [onRefused, send],
  );

  const forget = useCallback((key: string) => {
    transfers.current.get(key)?.abort();
    files.current.delete(key);
    const src = latest.current.find((one) => one.key === key)?.src;
    if (src?.startsWith("blob:")) URL.revokeObjectURL(src);
  }, []);

  const remove = useCallback(
    (key: string) => {
      forget(key);
      setPictures((list) => list.filter((one) => one.key !== key));
    },
    [forget],
  );

  /** Shows what a draft holds, in place of everything else. */
  const restore = useCallback(
    (media: readonly PostMedia[]) => {
      latest.current.forEach((one) => forget(one.key));
      setPictures(
        media.map((one) => ({
          key: one.id,
          src: one.url,
          width: one.width,
          height: one.height,
          alt: one.alt,
          progress: 1,
          media: one,
          error: null,
        })),
      );
    },
    [forget],
  );

  useEffect(() => {
    const running = transfers.current;
    return () => running.forEach((transfer) => transfer.abort());
  }, []);

  return {
    pictures,
    add,
    remove,
    restore,
    retry: send,
    setAlt: (key: string, alt: string) => change(key, { alt }),
  };
}
