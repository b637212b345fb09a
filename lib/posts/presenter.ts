import "server-only";
import type { Post, PostCounts, PostMedia, PostRender, QuotedPost } from "./contract";
import type { PostCard } from "./card-repository";
import type { Comment } from "./comment-contract";
import type { CommentRecord } from "./comment-repository";
import type { MediaRecord } from "./media-repository";
import type { PostMoment } from "./moment-contract";
import type { PostMomentRecord } from "./moment-repository";
import type { QuotedRecord } from "./quote-repository";
import type { PostCountsRow } from "./repository";
import { emojiList } from "./emoji-rules";
import { ownOf, totalsOf } from "./totals";
import { appIconUrl, presentAppShort } from "@/lib/apps/presenter";
import { fileUrl } from "@/lib/files/file-url";
import { presentLink } from "@/lib/links/presenter";
import type { UserShort } from "@/lib/people/user-contract";
import { presentUserShort } from "@/lib/people/user-presenter";
import { presentPostRoom } from "@/lib/rooms/card-presenter";
import { presentBoardCard } from "@/lib/scores/card-presenter";
import type { Page } from "@/lib/shared/contract";

export function presentMedia({
  fileKey,
  playback,
  posterKey,
  captionsKey,
  ...media
}: MediaRecord): PostMedia {
  const url = fileUrl(fileKey);
  if (!playback) return { ...media, url };
  const { language, ...facts } = playback;
  const captions = captionsKey && language ? { url: fileUrl(captionsKey), language } : null;
  return { ...media, url, playback: { ...facts, posterUrl: fileUrl(posterKey), captions } };
}

function presentAuthor(
  record: Pick<PostCard, "authorId" | "authorUsername" | "authorDisplayName" | "authorAvatarKey">,
): UserShort {
  return presentUserShort({
    id: record.authorId,
    username: record.authorUsername,
    displayName: record.authorDisplayName,
    avatarKey: record.authorAvatarKey,
  });
}

/** The render record is stored without the slot `content`, which is the body. */
function presentRender(stored: unknown, body: string): PostRender {
  const { slots, ...rest } = stored as PostRender;
  return { ...rest, slots: { ...slots, content: body } };
}

/** Long enough to distinguish versions. The URL is no secret: access to it is checked. */
const HASH_CHARS = 16;

function presentMoment(
  postId: string,
  { pictureHash, pictureWidth, pictureHeight, alt }: PostMomentRecord,
): PostMoment {
  if (!pictureHash) return { card: null, version: 0 };
  const url = `/api/posts/${postId}/moment/picture?v=${pictureHash.slice(0, HASH_CHARS)}`;
  const image = { url, width: pictureWidth ?? 1, height: pictureHeight ?? 1, alt };
  return { card: { title: "", lines: [], bars: [], image, people: [], otherPeople: 0 }, version: 0 };
}

function presentQuoted({ author, media, app, createdAt, label, ...quoted }: QuotedRecord): QuotedPost {
  return {
    ...quoted,
    ...(label && { label }),
    author: presentUserShort(author),
    media: (media ?? []).map(presentMedia),
    app: app && { name: app.name, iconUrl: appIconUrl(app.id, app.iconKey) },
    createdAt: new Date(createdAt).toISOString(),
  };
}

export function presentPost(card: PostCard): Post {
  const board = presentBoardCard(card.app?.board);
  return {
    id: card.id,
    kind: "text",
    body: card.body,
    warning: card.warning,
    sensitive: card.sensitive,
    ...(card.label && { label: card.label }),
    appRef: card.appId && card.appVersion ? { appId: card.appId, version: card.appVersion } : null,
    media: (card.media ?? []).map(presentMedia),
    render: presentRender(card.render, card.body),
    author: presentAuthor(card),
    app: card.app && presentAppShort(card.app),
    room: card.room && presentPostRoom(card.room),
    ...(board && { board }),
    sharesApp: card.sharesApp,
    moment: card.app && card.moment && presentMoment(card.id, card.moment),
    createdAt: card.createdAt.toISOString(),
    editedAt: card.editedAt?.toISOString() ?? null,
    ...(card.importedAt && { importedAt: card.importedAt.toISOString() }),
    counts: totalsOf(card),
    emojis: emojiList(card.emojis, card.ownEmojis ?? []),
    viewer: {
      ...ownOf(card),
      bookmarked: card.bookmarked,
      canReply: card.canReply,
      canShare: card.canShare,
    },
    replyPolicy: card.replyPolicy,
    pinned: card.pinned,
    quote: card.quoteId ? { id: card.quoteId, post: card.quoted && presentQuoted(card.quoted) } : null,
    reply:
      card.parentId && card.rootId
        ? { parentId: card.parentId, rootId: card.rootId, to: card.replyTo && presentUserShort(card.replyTo) }
        : null,
    ...(card.link && { link: presentLink(card.link) }),
    ...(card.hasThread && { hasThread: true as const }),
    ...(card.reposter && { repost: { id: card.entry, by: presentUserShort(card.reposter) } }),
    ...(card.clientKey && { clientKey: card.clientKey }),
  };
}

export function presentPostCounts({
  room,
  board,
  emojis,
  ownEmojis,
  link,
  ...counts
}: PostCountsRow): PostCounts {
  return {
    ...counts,
    emojis: emojiList(emojis, ownEmojis ?? []),
    link: link && presentLink(link),
    room: room && presentPostRoom(room),
    board: presentBoardCard(board),
  };
}

export function presentComment(record: CommentRecord, viewerId: string): Comment {
  return {
    id: record.id,
    postId: record.postId,
    appId: record.appId,
    content: record.content,
    author: presentAuthor(record),
    createdAt: record.createdAt.toISOString(),
    ...(record.clientKey && record.authorId === viewerId && { clientKey: record.clientKey }),
  };
}

/** A reply to a post in the shape of a comment (specification, section 7). */
export function presentReplyAsComment({ id, reply, body, author, createdAt, clientKey }: Post): Comment {
  const postId = reply?.parentId ?? null;
  return { id, postId, appId: null, content: body, author, createdAt, ...(clientKey && { clientKey }) };
}

/** A page of posts from up to `limit + 1` cards; the extra one means that there is a next page. */
export function presentPostPage(cards: PostCard[], limit: number): Page<Post> {
  const shown = cards.slice(0, limit);
  return {
    items: shown.map(presentPost),
    nextCursor: cards.length > limit ? (shown.at(-1)?.entry ?? null) : null,
  };
}
