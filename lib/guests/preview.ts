/** Metadata of posts, people and apps for link previews and search engines. */

type PreviewPerson = { id: string; username: string; displayName: string; avatarUrl: string | null };
type PreviewImage = { url: string; width: number; height: number; alt: string };
type PreviewMedia = PreviewImage & { playback?: { posterUrl: string | null } | undefined };
export type PreviewPost = {
  id: string;
  body: string;
  createdAt: string;
  author: PreviewPerson;
  media: readonly PreviewMedia[];
  app: { name: string; iconUrl: string; bannerUrl: string | null } | null;
  moment: { card: { image: PreviewImage | null } | null } | null;
  room: { card: { image: PreviewImage | null; title: string; lines: readonly string[] } | null } | null;
  counts: { likes: number; comments: number };
};

/** Link previews truncate longer descriptions. */
const DESCRIPTION_MAX_CHARS = 200;
const APP_BANNER = { width: 1600, height: 600 };
const APP_ICON = { width: 512, height: 512 };
const AVATAR = { width: 512, height: 512 };

export function shortDescription(text: string): string {
  const line = text.replace(/\s+/gu, " ").trim();
  const chars = [...line];
  return chars.length > DESCRIPTION_MAX_CHARS
    ? `${chars
        .slice(0, DESCRIPTION_MAX_CHARS - 1)
        .join("")
        .trimEnd()}…`
    : line;
}

/** The text of a post; without one, that of its app's card. */
export function postDescription({ body, room, app }: PreviewPost): string {
  const card = room?.card;
  return shortDescription(
    body || [card?.title, ...(card?.lines ?? [])].filter(Boolean).join(" ") || app?.name || "",
  );
}

/**
 * The picture of a post: its own, its app's card, the app's icon, the author's avatar, in this order. `isLarge`: wider
 * than an icon.
 */
export function postImages(post: PreviewPost): { images: PreviewImage[]; isLarge: boolean } {
  const shown = (post.moment ?? post.room)?.card?.image;
  const own = pictures(post);
  const large = own.length > 0 ? own : shown ? [shown] : [];
  if (large.length > 0) return { images: large, isLarge: true };
  if (post.app?.bannerUrl)
    return { images: [{ url: post.app.bannerUrl, ...APP_BANNER, alt: post.app.name }], isLarge: true };
  if (post.app)
    return { images: [{ url: post.app.iconUrl, ...APP_ICON, alt: post.app.name }], isLarge: false };
  return { images: avatarOf(post.author), isLarge: false };
}

/** Of a video, its poster; sound has none. */
function pictures({ media }: PreviewPost): PreviewImage[] {
  return media.flatMap(({ playback, url, ...size }) => {
    const picture = playback ? playback.posterUrl : url;
    return picture ? [{ ...size, url: picture }] : [];
  });
}

export function avatarOf({ avatarUrl, displayName, username }: PreviewPerson): PreviewImage[] {
  return avatarUrl ? [{ url: avatarUrl, ...AVATAR, alt: displayName || username }] : [];
}

type JsonLd = Record<string, unknown>;

const personLd = ({ id, username, displayName, avatarUrl }: PreviewPerson, base: string): JsonLd => ({
  "@type": "Person",
  name: displayName || username,
  alternateName: `@${username}`,
  identifier: id,
  url: `${base}/profile/${id}`,
  ...(avatarUrl && { image: `${base}${avatarUrl}` }),
});

const counter = (type: string, count: number): JsonLd => ({
  "@type": "InteractionCounter",
  interactionType: `https://schema.org/${type}`,
  userInteractionCount: count,
});

/** @param base the origin of the instance, without a trailing slash */
export function postJsonLd(post: PreviewPost, base: string): JsonLd {
  return {
    "@context": "https://schema.org",
    "@type": "SocialMediaPosting",
    url: `${base}/post/${post.id}`,
    datePublished: post.createdAt,
    articleBody: post.body,
    author: personLd(post.author, base),
    ...(pictures(post).length > 0 && { image: pictures(post).map(({ url }) => `${base}${url}`) }),
    interactionStatistic: [
      counter("LikeAction", post.counts.likes),
      counter("CommentAction", post.counts.comments),
    ],
  };
}

export function profileJsonLd(
  person: PreviewPerson & { bio: string; createdAt: string; counts: { followers: number; posts: number } },
  base: string,
): JsonLd {
  return {
    "@context": "https://schema.org",
    "@type": "ProfilePage",
    dateCreated: person.createdAt,
    mainEntity: {
      ...personLd(person, base),
      ...(person.bio && { description: person.bio }),
      interactionStatistic: [counter("FollowAction", person.counts.followers)],
      agentInteractionStatistic: counter("WriteAction", person.counts.posts),
    },
  };
}

export function appJsonLd(
  app: {
    name: string;
    description: string;
    iconUrl: string;
    shareUrl: string | null;
    owner: PreviewPerson;
    version: string;
    rating: { average: number | null; count: number };
  },
  { base, isGame }: { base: string; isGame: boolean },
): JsonLd {
  return {
    "@context": "https://schema.org",
    "@type": isGame ? ["VideoGame", "WebApplication"] : "WebApplication",
    name: app.name,
    description: app.description,
    softwareVersion: app.version,
    operatingSystem: "Any",
    browserRequirements: "Requires JavaScript",
    applicationCategory: isGame ? "GameApplication" : "UtilitiesApplication",
    image: `${base}${app.iconUrl}`,
    ...(app.shareUrl && { url: app.shareUrl }),
    author: { "@type": "Person", name: app.owner.displayName || app.owner.username },
    ...(app.rating.average !== null && {
      aggregateRating: {
        "@type": "AggregateRating",
        ratingValue: app.rating.average,
        ratingCount: app.rating.count,
        bestRating: 5,
        worstRating: 1,
      },
    }),
    offers: { "@type": "Offer", price: 0, priceCurrency: "USD" },
  };
}
