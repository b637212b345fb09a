"use client";

import { Download, Pause, Play } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import type { Playback, PostMedia } from "@/lib/posts/contract";
import { singleShape } from "./media-shape";
import { playAlone } from "./playing";
import { durationText, languageName } from "./recording-facts";

type Recording = PostMedia & { playback: Playback };

/** The video or the sound of a post. A video has the shape of its poster from the start. */
export function Player({ media }: { media: PostMedia }) {
  const [failed, setFailed] = useState(false);
  const { playback } = media;
  if (!playback) return null;
  const Part = failed ? Failure : playback.kind === "audio" ? Sound : playback.loops ? Loop : Video;
  const part = <Part media={{ ...media, playback }} onError={() => setFailed(true)} />;
  if (playback.kind === "audio") return <div className="mt-2.5">{part}</div>;
  return (
    <div className="mt-2.5">
      <div style={singleShape(media)}>{part}</div>
      {playback.title && (
        <p dir="auto" className="mt-1.5 text-sm break-words text-muted">
          {playback.title}
        </p>
      )}
    </div>
  );
}

interface PartProps {
  media: Recording;
  onError: () => void;
}

const SHAPE = "size-full rounded-lg bg-sunken object-contain";

function Video({ media: { url, alt, playback, width, height }, onError }: PartProps) {
  const t = useTranslations("timeline");
  return (
    <video
      src={url}
      poster={playback.posterUrl ?? undefined}
      width={width}
      height={height}
      aria-label={alt || playback.title || t("player.video")}
      controls
      playsInline
      preload="none"
      className={SHAPE}
      onPlay={(event) => playAlone(event.currentTarget)}
      onError={onError}
    >
      <Captions captions={playback.captions} />
    </video>
  );
}

function Sound({ media: { url, alt, playback }, onError }: PartProps) {
  const t = useTranslations("timeline");
  const title = playback.title || t("player.sound");
  return (
    <figure className="grid gap-2 rounded-lg border border-border bg-raised p-3">
      <figcaption dir="auto" className="text-sm font-medium break-words">
        {playback.durationMs !== null && (
          <span className="float-end ms-3 font-normal text-muted">{durationText(playback.durationMs)}</span>
        )}
        {title}
        {alt && <span className="block font-normal text-muted">{alt}</span>}
      </figcaption>
      <audio
        src={url}
        aria-label={title}
        controls
        preload="none"
        className="w-full"
        onPlay={(event) => playAlone(event.currentTarget)}
        onError={onError}
      >
        <Captions captions={playback.captions} />
      </audio>
    </figure>
  );
}

function Captions({ captions }: Pick<Playback, "captions">) {
  const locale = useLocale();
  if (!captions) return null;
  const { url, language } = captions;
  return <track kind="captions" src={url} srcLang={language} label={languageName(language, locale)} />;
}

/** A short video without sound: it plays while it is in view, unless the person wants no motion or stopped it. */
function Loop({ media: { url, alt, playback, width, height }, onError }: PartProps) {
  const t = useTranslations("timeline");
  const video = useRef<HTMLVideoElement>(null);
  const [playing, setPlaying] = useState(false);
  // Null until the person chose.
  const chosen = useRef<boolean | null>(null);
  useEffect(() => {
    const element = video.current;
    if (!element) return;
    const still = matchMedia("(prefers-reduced-motion: reduce)");
    let isInView = false;
    const update = () => {
      const isOn = isInView && (chosen.current ?? !still.matches);
      if (isOn) element.play().catch(() => undefined);
      else element.pause();
    };
    const observer = new IntersectionObserver(
      ([entry]) => {
        isInView = entry?.isIntersecting ?? false;
        update();
      },
      { threshold: 0.5 },
    );
    observer.observe(element);
    const onChange = () => {
      chosen.current = null;
      update();
    };
    still.addEventListener("change", onChange);
    return () => {
      observer.disconnect();
      still.removeEventListener("change", onChange);
    };
  }, []);
  const toggle = () => {
    const element = video.current;
    if (!element) return;
    chosen.current = element.paused;
    if (element.paused) void element.play().catch(() => undefined);
    else element.pause();
  };
  const Icon = playing ? Pause : Play;
  return (
    <div className="relative size-full">
      <video
        ref={video}
        src={url}
        poster={playback.posterUrl ?? undefined}
        width={width}
        height={height}
        aria-label={alt || playback.title || t("player.loop")}
        loop
        muted
        playsInline
        preload="none"
        className={SHAPE}
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onError={onError}
      />
      <button
        type="button"
        aria-label={t(playing ? "player.pauseLoop" : "player.playLoop")}
        className="absolute bottom-2 left-2 grid size-9 place-content-center rounded-full bg-inverse text-on-inverse focus-visible:outline-2 focus-visible:outline-offset-2 focus-visible:outline-ring touch:size-11"
        onClick={toggle}
      >
        <Icon aria-hidden className="size-4.5" />
      </button>
    </div>
  );
}

function Failure({ media: { url, playback } }: Pick<PartProps, "media">) {
  const t = useTranslations("timeline");
  return (
    <div
      role="status"
      className="grid size-full min-h-22 content-center justify-items-center gap-2 rounded-lg border border-border bg-sunken p-4 text-center text-sm"
    >
      <p>{t("player.failed")}</p>
      <a
        href={url}
        download={playback.title || true}
        className="inline-flex min-h-9 items-center gap-1.5 font-medium text-accent underline"
      >
        <Download aria-hidden className="size-4" />
        {t("player.download")}
      </a>
    </div>
  );
}
