import "server-only";
import { createTranslator } from "next-intl";
import { escapeMarkup as esc } from "@/lib/guests/rss";
import type { Locale } from "@/lib/i18n/locales";
import { messagesFor } from "@/lib/i18n/messages";
import type {
  ArchiveApp,
  ArchiveDraft,
  ArchiveMedia,
  ArchivePeopleList,
  ArchivePost,
  ArchiveProfile,
  ArchiveProject,
} from "./archive-contract";

type Recording = NonNullable<ArchiveMedia["recording"]>;

/**
 * The readable pages of an archive: they work from a folder, without a connection and without scripts.
 *
 * Trust model. Outside: the person's own words, and names of other people and apps. All of it is escaped; no address of a
 * post becomes a link but those of the instance and of the archive's own entries.
 */
export const STYLE = `:root{color-scheme:light dark;--text:#16181d;--muted:#5b6270;--bg:#f6f7f9;--card:#fff;--line:#e2e5ea;--link:#3b5bdb}
@media(prefers-color-scheme:dark){:root{--text:#eceef2;--muted:#9aa2b1;--bg:#111318;--card:#1a1d24;--line:#2b303a;--link:#91a7ff}}
*{box-sizing:border-box}body{margin:0;background:var(--bg);color:var(--text);font:16px/1.6 system-ui,"Hiragino Sans","Noto Sans JP",sans-serif}
main{max-width:640px;margin:0 auto;padding:24px 16px 64px}a{color:var(--link)}h1{font-size:1.6rem;line-height:1.25;margin:.5em 0}h2{font-size:1.15rem;margin:2em 0 .5em}
nav{display:flex;flex-wrap:wrap;gap:4px 16px;margin:0 0 16px}small,.muted{color:var(--muted);font-size:.875rem}
article,.card{background:var(--card);border:1px solid var(--line);border-radius:12px;padding:14px 16px;margin:0 0 12px;overflow-wrap:anywhere}
article p{white-space:pre-wrap;margin:0 0 8px}img{max-width:100%;height:auto;border-radius:8px;display:block;margin:8px 0}
.avatar{width:72px;height:72px;border-radius:50%;object-fit:cover}ul{padding-left:1.2em}summary{cursor:pointer}
`;

export function archivePages(language: Locale) {
  const messages = messagesFor(language);
  const t = createTranslator({ locale: language, messages, namespace: "archive" });
  const reactions: Record<string, string> = messages.reactions.archive;
  const nameOf = (list: string): string =>
    reactions[list] ?? (t.has(list as "posts") ? t(list as "posts") : list);
  const dates = new Intl.DateTimeFormat(language, {
    dateStyle: "medium",
    timeStyle: "short",
    timeZone: "UTC",
  });
  const numbers = new Intl.NumberFormat(language);
  const time = (iso: string) => `<time datetime="${esc(iso)}">${esc(dates.format(new Date(iso)))} UTC</time>`;

  /** @param up the way from the page to the archive's root */
  const page = (title: string, body: string, up: "" | "../" = "../") => `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${esc(title)}</title><link rel="stylesheet" href="${up}style.css"></head>
<body><main>${up && `<nav><a href="../index.html">${esc(t("back"))}</a></nav>`}<h1>${esc(title)}</h1>${body}</main></body></html>
`;

  const player = ({ file, alt, width, type }: ArchiveMedia, { title, poster, captions }: Recording) => {
    const tag = type.startsWith("video/") ? "video" : "audio";
    const size =
      tag === "video" ? ` width="${Math.min(width, 640)}"${poster ? ` poster="../${esc(poster)}"` : ""}` : "";
    const track =
      captions &&
      `<track kind="captions" src="../${esc(captions.file)}" srclang="${esc(captions.language)}">`;
    return `<figure><${tag} controls preload="none" src="../${esc(file)}"${size}>${track ?? ""}</${tag}><figcaption>${esc([title, alt].filter(Boolean).join(" · "))}</figcaption></figure>`;
  };
  const picture = (media: ArchiveMedia) => (media.recording ? player(media, media.recording) : still(media));
  const still = ({ file, alt, width, height }: ArchiveMedia) =>
    `<a href="../${esc(file)}"><img src="../${esc(file)}" alt="${esc(alt)}" width="${width}" height="${height}" loading="lazy"></a>`;

  const none = `<p class="muted">${esc(t("none"))}</p>`;
  const person = ({ id, username }: { id: string; username: string }, instance: string) =>
    `<li><a href="${esc(`${instance}/profile/${id}`)}">@${esc(username)}</a></li>`;

  const postCard = (post: ArchivePost, instance: string) => {
    const link = (id: string, text: string) => `<a href="${esc(`${instance}/post/${id}`)}">${esc(text)}</a>`;
    const content = `<p>${esc(post.body)}</p>${post.media.map(picture).join("")}`;
    const about = [
      post.parentId && link(post.parentId, t("replyTo")),
      post.quoteId && link(post.quoteId, t("quotes")),
      post.app && esc(t("withApp", { name: post.app.name })),
      post.editedAt && esc(t("edited")),
      post.importedAt && esc(t("imported")),
      esc(t("counts", { likes: post.likes, replies: post.replies })),
    ];
    return `<article id="p-${post.id}">${post.warning ? `<details><summary>${esc(post.warning)}</summary>${content}</details>` : content}<small>${link(post.id, dates.format(new Date(post.createdAt)))} UTC · ${about.filter(Boolean).join(" · ")}</small></article>`;
  };

  return {
    posts: (
      kind: "posts" | "replies",
      {
        posts,
        number,
        isLast,
        instance,
      }: { posts: ArchivePost[]; number: number; isLast: boolean; instance: string },
    ) => {
      const ways = [
        number > 1 && `<a href="${kind}-${number - 1}.html">${esc(t("newer"))}</a>`,
        !isLast && `<a href="${kind}-${number + 1}.html">${esc(t("older"))}</a>`,
      ];
      const nav = `<nav>${ways.filter(Boolean).join("")}</nav>`;
      return page(
        t(`${kind}Page`, { number }),
        nav + posts.map((post) => postCard(post, instance)).join("") + nav,
      );
    },
    people: (
      kind: "following" | "followers" | "blocked" | "muted",
      rows: { id: string; username: string }[],
      instance: string,
    ) =>
      page(
        t(kind),
        rows.length === 0
          ? `<p class="muted">${esc(t("nobody"))}</p>`
          : `<ul>${rows.map((row) => person(row, instance)).join("")}</ul>`,
      ),
    peopleLists: (lists: ArchivePeopleList[], instance: string) =>
      page(
        t("people-lists"),
        lists
          .map(
            ({ name, members }) =>
              `<h2>${esc(name)}</h2>${members.length === 0 ? `<p class="muted">${esc(t("nobody"))}</p>` : `<ul>${members.map((row) => person(row, instance)).join("")}</ul>`}`,
          )
          .join("") || none,
      ),
    drafts: (drafts: ArchiveDraft[]) =>
      page(
        t("drafts"),
        drafts
          .map(
            ({ updatedAt, scheduledAt, thread, ...first }) =>
              `<article>${[first, ...thread].map(({ text, media }) => `<p>${esc(text)}</p>${media.map(picture).join("")}`).join("")}<small>${scheduledAt ? `${esc(t("scheduledFor"))} ${time(scheduledAt)}` : time(updatedAt)}</small></article>`,
          )
          .join("") || none,
      ),
    projects: (projects: ArchiveProject[]) =>
      page(
        t("projects"),
        projects
          .map(
            ({ name, file, savedAt }) =>
              `<article><p>${file ? `<a href="../${esc(file)}">${esc(name || "…")}</a>` : esc(name)}</p><small>${time(savedAt)}</small></article>`,
          )
          .join("") || none,
      ),
    apps: (apps: ArchiveApp[]) =>
      page(
        t("apps"),
        apps.length === 0
          ? none
          : apps
              .map(
                (app) =>
                  `<article><strong>${esc(app.name)}</strong><p>${esc(app.description)}</p><small>${app.package ? `<a href="../${esc(app.package)}">${esc(t("package", { version: app.version ?? "" }))}</a> · ` : ""}${time(app.createdAt)}</small></article>`,
              )
              .join(""),
      ),
    index: ({
      profile,
      instance,
      createdAt,
      links,
      leftOut,
    }: {
      profile: ArchiveProfile;
      instance: string;
      createdAt: string;
      /** What there is: the path of a page or of JSON, and how many it holds. */
      links: { name: string; path: string; count: number }[];
      leftOut: number;
    }) =>
      page(
        `@${profile.username}`,
        `<p class="muted">${esc(t("lead", { instance }))} ${time(createdAt)}</p>
<div class="card">${profile.avatar ? `<img class="avatar" src="${esc(profile.avatar)}" alt="">` : ""}<h2>${esc(profile.displayName)}</h2><p>${esc(profile.bio)}</p><small>${esc(profile.email)} · ${esc(t("since"))} ${time(profile.createdAt)}</small></div>
<h2>${esc(t("contents"))}</h2><ul>${links
          .map(
            ({ name, path, count }) =>
              `<li><a href="${esc(path)}">${esc(nameOf(name))}</a> <span class="muted">${numbers.format(count)}</span></li>`,
          )
          .join("")}</ul>
<p class="muted">${esc(t("json"))} ${esc(t("notHere"))}</p>${leftOut > 0 ? `<p>${esc(t("leftOut", { count: leftOut }))}</p>` : ""}`,
        "",
      ),
  };
}
export type ArchivePages = ReturnType<typeof archivePages>;
