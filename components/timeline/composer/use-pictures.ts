"use client";

import { useEffect, useRef, useState } from "react";
import { PictureUploads, type DraftPicture, type PictureRefusal } from "./picture-uploads";

/** The pictures of a draft and their uploads, which stop when the component unmounts. */
export function usePictures({ onRefused }: { onRefused: (problem: PictureRefusal) => void }) {
  const [pictures, setPictures] = useState<readonly DraftPicture[]>([]);
  const refused = useRef(onRefused);
  useEffect(() => {
    refused.current = onRefused;
  });
  const [uploads] = useState(
    () => new PictureUploads({ onChange: setPictures, onRefused: (problem) => refused.current(problem) }),
  );
  useEffect(() => () => uploads.stop(), [uploads]);
  return { pictures, uploads };
}
