import Link from "next/link";
import { getLocale, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { AppIcon } from "@/components/ui/app-icon";
import { RichText } from "@/components/ui/rich-text";
import { TimeAgo } from "@/components/ui/time-ago";
import { isGame } from "@/lib/apps/rules";
import { nameOf } from "@/lib/people/rules";
import type { Post, PostMedia } from "@/lib/posts/contract";
import type { LiveCard } from "@/lib/rooms/card-contract";
import { AuthorAvatar, AuthorLine } from "./author";
import { LinkCard } from "./link-card";
import { singleShape } from "./media-shape";
import { Picture } from "./picture";
import { durationText, languageName } from "./recording-facts";

export interface GuestPostProps {
  post: Post;
  /** On its own page. */
  alone?: boolean;
  /** In a thread: below the post of the page, or what that one replies to. */
  place?: "thread" | "above" | undefined;
}

/** A post for guests: read-only, with links. */
export async function GuestPost({ post, alone, place }: GuestPostProps) {
  const [t, timeline] = await Promise.all([getTranslations("guest"), getTranslations("timeline")]);
  const { author, media, app, quote, counts } = post;
  const card = (post.moment ?? post.room)?.card;
  const isThreadStart = post.hasThread && !alone && !place;
  const text = post.body && (
    <p
      dir="auto"
      className={alone ? "text-lg leading-7 whitespace-pre-wrap" : "line-clamp-[12] whitespace-pre-wrap"}
    >
      <RichText text={post.body} />
    </p>
  );
  const recording = media[0]?.playback && media[0];
  const pictures = recording ? (
    <GuestRecording media={recording} />
  ) : (
    media.length > 0 && (
      <div className="picture-grid mt-2.5" data-count={media.length} style={{ aspectRatio: "16 / 10" }}>
        {media.map((picture, index) => (
          <a
            key={picture.id}
            href={picture.url}
            target="_blank"
            rel="noopener"
            aria-label={picture.alt || `${t("picture")} ${index + 1}`}
            className="min-h-0 min-w-0"
          >
            <Picture media={picture} className="size-full" />
          </a>
        ))}
      </div>
    )
  );
  const rest = (
    <>
      {app ? (
        <div className="mt-2.5 overflow-hidden rounded-lg border border-border bg-raised">
          <Link
            href={`/apps/${app.id}`}
            prefetch={false}
            aria-label={t(isGame(app) ? "playApp" : "openApp", { name: app.name })}
            className="flex items-center gap-3 p-3 hover:bg-hover"
          >
            <AppIcon src={app.iconUrl} px={52} className="size-13" />
            <span className="min-w-0">
              <span className="block truncate font-semibold">{app.name}</span>
              <span className="line-clamp-2 text-sm text-muted">{app.description}</span>
            </span>
          </Link>
          {card && <GuestCard card={card} label={t("cardFrom", { name: app.name })} />}
        </div>
      ) : (
        post.appRef && <p className="mt-2.5 text-sm text-muted">{t("appGone")}</p>
      )}
      {post.link && <LinkCard link={post.link} />}
      {quote?.post && (
        <Link
          href={`/post/${quote.id}`}
          prefetch={false}
          className="mt-2.5 block rounded-lg border border-border px-3.5 py-2.5 hover:bg-hover"
        >
          <span className="block truncate text-sm font-semibold">
            {nameOf(quote.post.author)}{" "}
            <span className="font-normal text-muted">@{quote.post.author.username}</span>
          </span>
          <span dir="auto" className="mt-1 line-clamp-5 text-sm whitespace-pre-wrap">
            {quote.post.label
              ? timeline(`label.${quote.post.label.reason}`)
              : quote.post.warning || quote.post.body}
          </span>
        </Link>
      )}
    </>
  );
  return (
    <article
      className="post"
      data-post={post.id}
      data-place={place}
      data-thread={isThreadStart || undefined}
      aria-labelledby={`post-${post.id}-author`}
    >
      <AuthorAvatar author={author} size="md" />
      <div className="min-w-0 pb-1.5">
        <div className="-mt-0.5 flex">
          <AuthorLine author={author} nameId={`post-${post.id}-author`} nameClass="text-base">
            <Link
              href={`/post/${post.id}`}
              prefetch={false}
              className="flex-none leading-6 text-muted hover:underline"
            >
              <TimeAgo at={post.createdAt} />
            </Link>
          </AuthorLine>
        </div>
        {post.importedAt && (
          <p className="text-sm leading-6 text-muted">
            {`${t("imported")} `}
            <TimeAgo at={post.importedAt} />
          </p>
        )}
        {post.warning ? (
          <GuestMarked
            label={
              post.label
                ? [timeline(`label.${post.label.reason}`), post.label.warning].filter(Boolean).join(" · ")
                : post.warning
            }
          >
            {text}
            {pictures}
            {rest}
          </GuestMarked>
        ) : (
          <>
            {text}
            {post.sensitive ? <GuestMarked label={t("sensitive")}>{pictures}</GuestMarked> : pictures}
            {rest}
          </>
        )}
        <p className="mt-2 text-sm text-muted">
          {t("counts", { likes: counts.likes, replies: counts.comments })}
        </p>
        {isThreadStart && (
          <Link
            href={`/post/${post.id}`}
            prefetch={false}
            className="inline-flex min-h-8 items-center text-sm font-medium text-accent hover:underline touch:min-h-11"
          >
            {timeline("showThread")}
          </Link>
        )}
      </div>
    </article>
  );
}

/** Without scripts: a loop has the browser's controls, too, and does not start by itself. */
async function GuestRecording({ media }: { media: PostMedia }) {
  const [t, locale] = await Promise.all([getTranslations("guest"), getLocale()]);
  const { url, alt, width, height, playback } = media;
  if (!playback) return null;
  const { kind, title, posterUrl, durationMs, loops, captions } = playback;
  const track = captions && (
    <track
      kind="captions"
      src={captions.url}
      srcLang={captions.language}
      label={languageName(captions.language, locale)}
    />
  );
  if (kind === "audio")
    return (
      <figure className="mt-2.5 grid gap-2 rounded-lg border border-border bg-raised p-3">
        <figcaption dir="auto" className="text-sm font-medium break-words">
          {durationMs !== null && (
            <span className="float-end ms-3 font-normal text-muted">{durationText(durationMs)}</span>
          )}
          {title || t("sound")}
          {alt && <span className="block font-normal text-muted">{alt}</span>}
        </figcaption>
        <audio src={url} aria-label={title || t("sound")} controls preload="none" className="w-full">
          {track}
        </audio>
      </figure>
    );
  return (
    <figure className="mt-2.5">
      <div style={singleShape(media)}>
        <video
          src={url}
          poster={posterUrl ?? undefined}
          width={width}
          height={height}
          aria-label={alt || title || t("video")}
          controls
          loop={loops}
          playsInline
          preload="none"
          className="size-full rounded-lg bg-sunken object-contain"
        >
          {track}
        </video>
      </div>
      {title && (
        <figcaption dir="auto" className="mt-1.5 text-sm break-words text-muted">
          {title}
        </figcaption>
      )}
    </figure>
  );
}

/** Collapsed because of its content warning, until somebody opens it. */
function GuestMarked({ label, children }: { label: string; children: ReactNode }) {
  return (
    <details className="mt-1.5">
      <summary className="cursor-pointer rounded-lg bg-sunken px-3 py-2 text-sm font-medium">{label}</summary>
      {children}
    </details>
  );
}

/** The current card of the post's app. */
/** Its text is the app's, and is labelled as such. */
function GuestCard({ card: { title, lines, bars, image }, label }: { card: LiveCard; label: string }) {
  return (
    <div role="group" aria-label={label} className="border-t border-border p-3 text-sm">
      <p aria-hidden className="truncate text-2xs text-subtle">
        {label}
      </p>
      {title && <p className="font-semibold">{title}</p>}
      {lines.map((line, index) => (
        <p key={index}>{line}</p>
      ))}
      {bars.map(({ label, value }, index) => (
        <p key={index} className="flex justify-between gap-3 tabular-nums">
          <span className="truncate">{label}</span>
          <span>{value}</span>
        </p>
      ))}
      {image && (
        <img
          src={image.url}
          alt={image.alt}
          width={image.width}
          height={image.height}
          loading="lazy"
          className="mt-1.5 h-auto max-h-96 w-auto rounded-md"
        />
      )}
    </div>
  );
}
