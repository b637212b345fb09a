"use client";

import { useEffect, useMemo, useRef, useState } from "react";
import type { PostMedia } from "@/lib/posts/contract";
import { sentPicture, type DraftPicture, type PictureRefusal } from "./draft-picture";
import type { PictureUploads } from "./picture-uploads";

/** The pictures of what is being written. What sends them comes right after the page's own code. */
export function usePictures({ onRefused }: { onRefused: (problem: PictureRefusal) => void }) {
  const [pictures, setPictures] = useState<readonly DraftPicture[]>([]);
  const uploads = useRef<Promise<PictureUploads> | null>(null);
  const refused = useRef(onRefused);
  useEffect(() => {
    refused.current = onRefused;
  });
  const actions = useMemo(() => {
    const fetchUploads = () =>
      (uploads.current ??= import("./picture-uploads").then(
        (module) =>
          new module.PictureUploads({
            onChange: setPictures,
            onRefused: (problem) => refused.current(problem),
          }),
        (error: unknown) => {
          // No connection: the next picture tries again.
          uploads.current = null;
          throw error;
        },
      ));
    const on = (work: (uploads: PictureUploads) => unknown) =>
      void fetchUploads().then(work, () => refused.current("notSent"));
    const restore = (media: readonly PostMedia[]) => {
      // What the draft holds is there at once, so that it is not saved without its pictures.
      setPictures(media.map(sentPicture));
      fetchUploads().then(
        (all) => all.restore(media),
        () => undefined,
      );
    };
    return {
      fetchUploads,
      add: (chosen: readonly Blob[]) => on((all) => all.add(chosen)),
      remove: (key: string) => on((all) => all.remove(key)),
      restore,
      retry: (key: string) => on((all) => all.send(key)),
      setAlt: (key: string, alt: string) => on((all) => all.setAlt(key, alt)),
    };
  }, []);
  useEffect(() => {
    actions.fetchUploads().catch(() => undefined);
    return () => void uploads.current?.then((all) => all.stop());
  }, [actions]);
  return { pictures, ...actions };
}
