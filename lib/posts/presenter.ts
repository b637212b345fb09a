import "server-only";
import type { Post, PostMedia, PostRender } from "./contract";
import type { CardMedia, PostCard } from "./card-repository";
import { presentAppShort } from "@/lib/apps/presenter";
import { fileUrl } from "@/lib/files/file-url";
import { presentUserShort } from "@/lib/people/user-presenter";

export function presentMedia({ fileKey, ...media }: CardMedia): PostMedia {
  return {
    id: media.id,
    url: fileUrl(fileKey),
    type: media.type,
    width: media.width,
    height: media.height,
    alt: media.alt,
    preview: media.preview,
  };
}

/** The render record is stored without slot `content`: that is the body itself. */
function presentRender(stored: unknown, body: string): PostRender {
  const { slots, ...rest } = stored as PostRender;
  return { ...rest, slots: { ...slots, content: body } };
}

export function presentPost(card: PostCard): Post {
  return {
    id: card.id,
    kind: "text",
    body: card.body,
    appRef: card.appId && card.appVersion ? { appId: card.appId, version: card.appVersion } : null,
    media: (card.media ?? []).map(presentMedia),
    render: presentRender(card.render, card.body),
    author: presentUserShort({
      id: card.authorId,
      username: card.authorUsername,
      displayName: card.authorDisplayName,
      avatarKey: card.authorAvatarKey,
    }),
    app: card.app && presentAppShort(card.app),
    createdAt: card.createdAt.toISOString(),
    counts: { likes: card.likesCount, comments: card.commentsCount },
    viewer: { liked: card.liked },
  };
}

/** A page of posts from `limit + 1` cards: one more than asked for says that there is a next page. */
export function presentPostPage(
  cards: PostCard[],
  limit: number,
): { items: Post[]; nextCursor: string | null } {
  const shown = cards.slice(0, limit);
  return {
    items: shown.map(presentPost),
    nextCursor: cards.length > limit ? (shown.at(-1)?.id ?? null) : null,
  };
}
