import Link from "next/link";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { AppIcon } from "@/components/ui/app-icon";
import { RichText } from "@/components/ui/rich-text";
import { TimeAgo } from "@/components/ui/time-ago";
import { isGame } from "@/lib/apps/rules";
import { nameOf } from "@/lib/people/rules";
import type { Post } from "@/lib/posts/contract";
import type { LiveCard } from "@/lib/rooms/card-contract";
import { AuthorAvatar, AuthorLine } from "./author";
import { Picture } from "./picture";

export interface GuestPostProps {
  post: Post;
  /** On its own page. */
  alone?: boolean;
}

/** A post for guests: to be read, with nothing to press but links. */
export async function GuestPost({ post, alone }: GuestPostProps) {
  const t = await getTranslations("guest");
  const { author, media, app, quote, counts } = post;
  const card = (post.moment ?? post.room)?.card;
  const text = post.body && (
    <p
      dir="auto"
      className={alone ? "text-lg leading-7 whitespace-pre-wrap" : "line-clamp-[12] whitespace-pre-wrap"}
    >
      <RichText text={post.body} />
    </p>
  );
  const pictures = media.length > 0 && (
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
          {card && <GuestCard card={card} />}
        </div>
      ) : (
        post.appRef && <p className="mt-2.5 text-sm text-muted">{t("appGone")}</p>
      )}
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
            {quote.post.body}
          </span>
        </Link>
      )}
    </>
  );
  return (
    <article className="post" data-post={post.id} aria-labelledby={`post-${post.id}-author`}>
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
        {post.warning ? (
          <GuestMarked label={post.warning}>
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
      </div>
    </article>
  );
}

/** What the author marked: closed until somebody opens it. */
function GuestMarked({ label, children }: { label: string; children: ReactNode }) {
  return (
    <details className="mt-1.5">
      <summary className="cursor-pointer rounded-lg bg-sunken px-3 py-2 text-sm font-medium">{label}</summary>
      {children}
    </details>
  );
}

/** What the app shows in its post, as it is now. */
function GuestCard({ card: { title, lines, bars, image } }: { card: LiveCard }) {
  return (
    <div className="border-t border-border p-3 text-sm">
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
