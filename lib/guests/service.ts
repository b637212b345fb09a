/**
 * The public face of the instance: profiles and posts for guests, if the instance allows it.
 *
 * Trust model. Outside: anyone, signed in or not. Guests see what an account without any relations would see, and
 * nothing that requires an account. Shared apps are always public, by their links.
 */
import "server-only";
import { getSharedApp } from "@/lib/apps/service";
import { shareParams } from "@/lib/apps/contract";
import { getCollection, listIndexableCollections } from "@/lib/collections/service";
import { PAGE_SIZE } from "@/lib/config/limits";
import { serverEnv } from "@/lib/config/env.server";
import { instanceSettings } from "@/lib/instance/settings.server";
import { getProfile, listUserPosts } from "@/lib/people/service";
import { nameOf } from "@/lib/people/rules";
import type { Post } from "@/lib/posts/contract";
import { asClosed } from "@/lib/posts/rules";
import { getPost } from "@/lib/posts/service";
import { idSchema, NOBODY } from "@/lib/shared/contract";
import { AppError } from "@/lib/shared/errors";
import type { Oembed } from "./contract";
import { postDescription, postImages, shortDescription } from "./preview";
import { findSitemap } from "./repository";
import { escapeMarkup, rssDocument } from "./rss";

const SITEMAP_ENTRIES = 5_000;
const OEMBED_WIDTH = 550;
const OEMBED_SECONDS = 3_600;

async function requirePublicFace(): Promise<void> {
  if (!(await instanceSettings()).publicProfiles) throw new AppError("not_found");
}

/** A person's latest posts as RSS. @throws AppError not_found */
export async function profileFeed({
  idOrName,
  language,
  titleOf,
}: {
  idOrName: string;
  language: string;
  titleOf: (name: string) => string;
}): Promise<string> {
  await requirePublicFace();
  const profile = await getProfile({ viewer: NOBODY, idOrName });
  if (profile.isPrivate) throw new AppError("not_found");
  const query = { tab: "posts" as const, limit: PAGE_SIZE, after: undefined };
  const { items } = await listUserPosts({ viewer: NOBODY, idOrName: profile.id, query });
  const base = serverEnv().APP_URL;
  const url = `${base}/profile/${profile.id}`;
  const feed = {
    title: titleOf(nameOf(profile)),
    url,
    selfUrl: `${url}/feed.xml`,
    description: profile.bio,
    language,
    ...(profile.avatarUrl && { image: base + profile.avatarUrl }),
  };
  return rssDocument(
    feed,
    items.map(asClosed).map((post) => ({
      url: `${base}/post/${post.id}`,
      title: post.render.slots.title || postDescription(post) || nameOf(post.author),
      html: postHtml(post, base),
      at: post.createdAt,
    })),
  );
}

function postHtml(post: Post, base: string): string {
  const paragraphs = post.body
    .split(/\n{2,}/)
    .filter((text) => text.trim())
    .map((text) => `<p>${escapeMarkup(text).replaceAll("\n", "<br>")}</p>`);
  const pictures = postImages(post).isLarge
    ? postImages(post).images.map(
        ({ url, alt }) => `<p><img src="${escapeMarkup(base + url)}" alt="${escapeMarkup(alt)}"></p>`,
      )
    : [];
  return [...paragraphs, ...pictures].join("");
}

/** The oEmbed of a post, a profile, a collection or a shared app. @throws AppError not_found */
export async function describeLink({
  url,
  maxwidth,
}: {
  url: string;
  maxwidth?: number | undefined;
}): Promise<Oembed> {
  const base = serverEnv().APP_URL;
  const { origin, pathname } = new URL(url);
  if (origin !== new URL(base).origin) throw new AppError("not_found");
  const [kind, id] = (/^\/(post|profile|collections|app\/share)\/([^/]+)$/.exec(pathname) ?? []).slice(1);
  const about = {
    version: "1.0",
    provider_name: "Gum",
    provider_url: base,
    cache_age: OEMBED_SECONDS,
  } as const;
  if (kind === "app/share") {
    const share = shareParams.safeParse({ shareId: id });
    if (!share.success) throw new AppError("not_found");
    const app = await getSharedApp({ viewer: null, shareId: share.data.shareId });
    return {
      ...about,
      type: "link",
      title: app.name,
      author_name: nameOf(app.owner),
      thumbnail_url: base + app.iconUrl,
      thumbnail_width: 512,
      thumbnail_height: 512,
    };
  }
  await requirePublicFace();
  const quote = (html: string) => ({
    html: `<blockquote cite="${escapeMarkup(base + pathname)}">${html}</blockquote>`,
    width: Math.min(maxwidth ?? OEMBED_WIDTH, OEMBED_WIDTH),
    height: null,
  });
  const link = (href: string, text: string) =>
    `<a href="${escapeMarkup(base + href)}">${escapeMarkup(text)}</a>`;
  if (kind === "post" && idSchema.safeParse(id).success) {
    const post = asClosed(await getPost({ viewer: NOBODY, id: id!.toLowerCase() }));
    const name = nameOf(post.author);
    const by = link(`/profile/${post.author.id}`, `${name} (@${post.author.username})`);
    return {
      ...about,
      type: "rich",
      title: post.render.slots.title || name,
      author_name: name,
      author_url: `${base}/profile/${post.author.id}`,
      ...quote(`${postHtml(post, base)}— ${by}, ${link(pathname, post.createdAt.slice(0, 10))}`),
    };
  }
  if (kind === "collections" && idSchema.safeParse(id).success) {
    const { title, owner, icons } = await getCollection({ viewer: NOBODY, id: id!.toLowerCase() });
    const [icon] = icons;
    return {
      ...about,
      type: "link",
      title,
      author_name: nameOf(owner),
      author_url: `${base}/profile/${owner.id}`,
      ...(icon && { thumbnail_url: base + icon, thumbnail_width: 512, thumbnail_height: 512 }),
    };
  }
  if (kind !== "profile") throw new AppError("not_found");
  const profile = await getProfile({ viewer: NOBODY, idOrName: decodeName(id!) });
  const name = nameOf(profile);
  return {
    ...about,
    type: "rich",
    title: name,
    author_name: name,
    author_url: `${base}/profile/${profile.id}`,
    ...quote(
      `<p>${escapeMarkup(shortDescription(profile.bio))}</p>${link(pathname, `${name} (@${profile.username})`)}`,
    ),
  };
}

function decodeName(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new AppError("not_found");
  }
}

/** The sitemap; empty while profiles are not public. */
export async function listSitemap(): Promise<{ url: string; at: Date }[]> {
  if (!(await instanceSettings()).publicProfiles) return [];
  const base = serverEnv().APP_URL;
  const [{ people, posts, apps }, collections] = await Promise.all([
    findSitemap(SITEMAP_ENTRIES),
    listIndexableCollections(SITEMAP_ENTRIES),
  ]);
  return [
    ...people.map(({ id, at }) => ({ url: `${base}/profile/${id}`, at })),
    ...apps.map(({ id, at }) => ({ url: `${base}/app/share/${id}`, at })),
    ...collections.map(({ id, at }) => ({ url: `${base}/collections/${id}`, at })),
    ...posts.map(({ id, at }) => ({ url: `${base}/post/${id}`, at })),
  ];
}
