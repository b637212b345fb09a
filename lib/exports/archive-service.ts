import "server-only";
import { packageKeyOf } from "@/lib/apps/package-file-service";
import { serverEnv } from "@/lib/config/env.server";
import { EXPORT_PAGE_POSTS, EXPORT_PAGE_ROWS } from "@/lib/config/export-limits";
import { fileStore } from "@/lib/files/file-store";
import { languageOf } from "@/lib/i18n/locales";
import { buildPackage } from "@/lib/package/build-package";
import { PackageError } from "@/lib/package/package-error";
import { readStoredContent } from "@/lib/posts/draft-contract";
import type { Playback } from "@/lib/posts/contract";
import { getProject, getProjects } from "@/lib/projects/service";
import {
  ARCHIVE_FORMAT,
  ARCHIVE_HEAD,
  ARCHIVE_VERSION,
  type ArchiveApp,
  type ArchiveDraft,
  type ArchiveHead,
  type ArchiveMedia,
  type ArchivePeopleList,
  type ArchivePost,
  type ArchiveProfile,
  type ArchiveProject,
  type ArchiveSettings,
} from "./archive-contract";
import * as content from "./content-repository";
import { archivePages, STYLE, type ArchivePages } from "./pages.server";
import type { ZipStream } from "./zip-stream.server";

const PEOPLE = ["following", "followers", "blocked", "muted"] as const;
type PeopleList = (typeof PEOPLE)[number];
const isPeople = (name: content.ListName): name is PeopleList => (PEOPLE as readonly string[]).includes(name);

/**
 * Writes all that a person has here: page by page, one file after the other.
 *
 * Left out on purpose: whatever proves who somebody is (passwords, keys, tokens, codes), notifications, which say what the
 * archive and other people's posts say, the logs of rooms, which belong to all in them, and what only a browser keeps (theme,
 * dock, apps of this device).
 * @param onPosts called with the number of posts written since the last call
 * @throws Error if the account is gone
 */
export async function writeArchive({
  userId,
  language,
  zip,
  onPosts,
  now,
}: {
  userId: string;
  language: string;
  zip: ZipStream;
  onPosts: (count: number) => Promise<void>;
  now: Date;
}): Promise<void> {
  const owner = await content.findOwner(userId);
  if (!owner) throw new Error("the account is gone");
  const archive = new Archive(zip, archivePages(languageOf(language === "ja" ? "ja" : "en")));

  await archive.text("style.css", STYLE);
  const profile: ArchiveProfile = {
    id: owner.id,
    username: owner.username,
    displayName: owner.displayName,
    bio: owner.bio,
    email: owner.email,
    emailVerifiedAt: owner.emailVerifiedAt?.toISOString() ?? null,
    createdAt: owner.createdAt.toISOString(),
    formerUsernames: owner.formerUsernames.map(({ username }) => username),
    consent: owner.consentVersion
      ? {
          version: owner.consentVersion,
          at: owner.consentAt?.toISOString() ?? null,
          termsVersion: owner.termsVersion,
        }
      : null,
    avatar: owner.avatarKey && (await archive.file(owner.avatarKey, mediaPath(owner.avatarKey))),
    banner: owner.bannerKey && (await archive.file(owner.bannerKey, mediaPath(owner.bannerKey))),
    pinnedPostId: owner.pinnedPostId,
  };
  await archive.json("data/profile.json", profile);
  const { mutedWords, quietKinds, quietPushKinds, unlisted, isPrivate, altReminder, singleKeys } = owner;
  await archive.json("data/settings.json", {
    mutedWords,
    quietKinds,
    quietPushKinds,
    digest: owner.digest as ArchiveSettings["digest"],
    language: owner.language,
    unlisted,
    isPrivate,
    altReminder,
    singleKeys,
  } satisfies ArchiveSettings);

  await archive.posts(userId, "posts", onPosts);
  await archive.posts(userId, "replies", onPosts);
  await archive.apps(userId);
  for (const name of content.LIST_NAMES) await archive.list(userId, name);
  await archive.peopleLists(userId);
  await archive.drafts(userId);
  await archive.projects(userId);
  await archive.storages(userId);
  await archive.storedFiles(userId);
  await archive.end(profile, now);
}

const mediaPath = (key: string): string => `media/${key.split("/")[1]}`;

class Archive {
  readonly #instance = serverEnv().APP_URL;
  readonly #json: string[] = [];
  readonly #leftOut: string[] = [];
  readonly #links: { name: string; path: string; count: number }[] = [];
  readonly #written = new Set<string>();

  constructor(
    private readonly zip: ZipStream,
    private readonly pages: ArchivePages,
  ) {}

  async text(path: string, text: string): Promise<void> {
    await this.zip.add(path, new TextEncoder().encode(text));
  }

  async json(path: string, value: unknown): Promise<void> {
    this.#json.push(path);
    await this.text(path, JSON.stringify(value, null, 1));
  }

  /** Copies a stored file, once. @returns its path, also where it had to be left out */
  async file(key: string, path: string): Promise<string> {
    if (this.#written.has(path)) return path;
    this.#written.add(path);
    const bytes = await fileStore().get(key);
    if (bytes && this.zip.hasRoomFor(bytes.length)) await this.zip.add(path, bytes);
    else this.#leftOut.push(path);
    return path;
  }

  async posts(
    userId: string,
    kind: "posts" | "replies",
    onPosts: (count: number) => Promise<void>,
  ): Promise<void> {
    let before: string | undefined;
    let count = 0;
    for (let number = 1; ; number++) {
      const rows = await content.listPosts({ authorId: userId, replies: kind === "replies", before });
      if (rows.length === 0 && number > 1) break;
      const posts: ArchivePost[] = [];
      for (const row of rows) posts.push(await this.#post(row));
      count += rows.length;
      const isLast = rows.length < EXPORT_PAGE_POSTS;
      await this.json(`data/${kind}-${number}.json`, posts);
      await this.text(
        `pages/${kind}-${number}.html`,
        this.pages.posts(kind, { posts, number, isLast, instance: this.#instance }),
      );
      await onPosts(rows.length);
      if (isLast) break;
      before = rows.at(-1)!.id;
    }
    this.#links.push({ name: kind, path: `pages/${kind}-1.html`, count });
  }

  async #media(record: content.MediaRecord): Promise<ArchiveMedia> {
    const { fileKey, posterKey, captionsKey, type, width, height, alt, playback } = record;
    const own = (key: string) => this.file(key, mediaPath(key));
    const picture = { file: await own(fileKey), type, width, height, alt };
    if (!playback) return picture;
    const { title, loops, language } = playback as Pick<Playback, "title" | "loops"> & {
      language: string | null;
    };
    const poster = posterKey && (await own(posterKey));
    const captions = captionsKey && language ? { file: await own(captionsKey), language } : null;
    return { ...picture, recording: { title, loops, poster, captions } };
  }

  async #post(row: content.PostRecord): Promise<ArchivePost> {
    const { moment } = row;
    const momentPath = moment && `data/moments/${row.id}.json`;
    if (moment) await this.text(`data/moments/${row.id}.json`, JSON.stringify(moment));
    const media: ArchivePost["media"] = [];
    for (const record of row.media) media.push(await this.#media(record));
    return {
      id: row.id,
      url: `${this.#instance}/post/${row.id}`,
      createdAt: row.createdAt.toISOString(),
      editedAt: row.editedAt?.toISOString() ?? null,
      importedAt: row.importedAt?.toISOString() ?? null,
      body: row.body,
      warning: row.warning,
      sensitive: row.sensitive,
      replyPolicy: row.replyPolicy,
      parentId: row.parentId,
      quoteId: row.quoteId,
      app: row.app && { ...row.app, version: row.appVersion },
      media,
      moment: momentPath,
      versions: row.versions.map(({ writtenAt, ...text }) => ({
        ...text,
        writtenAt: writtenAt.toISOString(),
      })),
      likes: row.likesCount,
      replies: row.commentsCount,
    };
  }

  async apps(userId: string): Promise<void> {
    const apps: ArchiveApp[] = [];
    for (let after: string | undefined; ;) {
      const rows = await content.listApps(userId, after);
      for (const { iconKey, bannerKey, screenshotKeys, currentVersion, createdAt, ...app } of rows) {
        const picture = (key: string) => this.file(key, `apps/${app.id}/${key.split("/")[1]}`);
        const screenshots: string[] = [];
        for (const key of screenshotKeys) screenshots.push(await picture(key));
        apps.push({
          ...app,
          createdAt: createdAt.toISOString(),
          version: currentVersion?.version ?? null,
          package:
            currentVersion &&
            (await this.file(
              packageKeyOf(currentVersion.packageSha256),
              `apps/${app.id}/${currentVersion.version}.gum`,
            )),
          icon: await picture(iconKey),
          banner: bannerKey && (await picture(bannerKey)),
          screenshots,
        });
      }
      if (rows.length < EXPORT_PAGE_POSTS) break;
      after = rows.at(-1)!.id;
    }
    await this.json("data/apps.json", apps);
    await this.text("pages/apps.html", this.pages.apps(apps));
    this.#links.push({ name: "apps", path: "pages/apps.html", count: apps.length });
  }

  async list(userId: string, name: content.ListName): Promise<void> {
    let count = 0;
    const people: { id: string; username: string }[] = [];
    let after: string | undefined;
    for (let number = 1; ; number++) {
      const rows = await content.listRows(name, userId, after);
      if (rows.length === 0 && number > 1) break;
      count += rows.length;
      await this.json(`data/${name}-${number}.json`, rows);
      if (isPeople(name)) people.push(...rows.map(({ id, username = "" }) => ({ id, username })));
      if (rows.length < EXPORT_PAGE_ROWS) break;
      after = rows.at(-1)!.id;
    }
    const path = isPeople(name) ? `pages/${name}.html` : `data/${name}-1.json`;
    if (isPeople(name)) await this.text(path, this.pages.people(name, people, this.#instance));
    if (count > 0 || isPeople(name)) this.#links.push({ name, path, count });
  }

  async peopleLists(userId: string): Promise<void> {
    const lists: ArchivePeopleList[] = (await content.listPeopleLists(userId)).map(
      ({ members, ...list }) => ({
        ...list,
        members: members.map(({ user }) => user),
      }),
    );
    await this.json("data/people-lists.json", lists);
    await this.text("pages/people-lists.html", this.pages.peopleLists(lists, this.#instance));
    this.#links.push({ name: "people-lists", path: "pages/people-lists.html", count: lists.length });
  }

  /** Drafts, and posts for later, without those that this version cannot read. */
  async drafts(userId: string): Promise<void> {
    const drafts: ArchiveDraft[] = [];
    for (const { id, content: stored, updatedAt, scheduledAt } of await content.listDrafts(userId)) {
      const readable = readStoredContent(stored);
      if (!readable) continue;
      const { thread = [], ...first } = readable;
      const posts: ArchiveDraft["thread"] = [];
      for (const { text, media: refs, appId, options } of [first, ...thread]) {
        const records = await content.listDraftMedia(
          userId,
          refs.map((ref) => ref.id),
        );
        const media: ArchiveDraft["media"] = [];
        for (const { id, alt } of refs) {
          const record = records.find((each) => each.id === id);
          if (record) media.push(await this.#media({ ...record, alt }));
        }
        posts.push({ text, media, appId, options });
      }
      drafts.push({
        ...posts[0]!,
        id,
        thread: posts.slice(1),
        replyTo: first.replyTo ?? undefined,
        quote: first.quote ?? undefined,
        updatedAt: updatedAt.toISOString(),
        scheduledAt: scheduledAt?.toISOString() ?? null,
      });
    }
    await this.json("data/drafts.json", drafts);
    await this.text("pages/drafts.html", this.pages.drafts(drafts));
    this.#links.push({ name: "drafts", path: "pages/drafts.html", count: drafts.length });
  }

  /** Projects of the playground, each as a zip of its files. */
  async projects(userId: string): Promise<void> {
    const actor = { id: userId };
    const projects: ArchiveProject[] = [];
    for (const { id, name, savedAt } of await getProjects(actor)) {
      const { title, files, contents } = await getProject({ actor, id });
      const packed = await buildPackage(
        new Map(files.map(({ path, sha256 }) => [path, Buffer.from(contents[sha256] ?? "", "base64")])),
      ).catch((error: unknown) => {
        if (error instanceof PackageError) return null;
        throw error;
      });
      const file = packed && `projects/${id}.zip`;
      if (packed && this.zip.hasRoomFor(packed.length)) await this.zip.add(`projects/${id}.zip`, packed);
      else this.#leftOut.push(`projects/${id}.zip`);
      projects.push({ id, name, title, savedAt, file });
    }
    await this.json("data/projects.json", projects);
    await this.text("pages/projects.html", this.pages.projects(projects));
    this.#links.push({ name: "projects", path: "pages/projects.html", count: projects.length });
  }

  /** What apps keep for the person, other people's too. */
  async storages(userId: string): Promise<void> {
    const storages = await content.listStorages(userId);
    for (const { appId } of storages)
      await this.text(`app-data/${appId}.json`, JSON.stringify(await content.listEntries(userId, appId)));
    const kept = await content.listKeptData(userId);
    for (const { id, appId } of kept)
      await this.text(`app-data/${appId}.earlier.json`, JSON.stringify(await content.listKeptEntries(id)));
    await this.json("data/app-data.json", [
      ...storages.map(({ appId, app, updatedAt }) => ({
        appId,
        name: app.name,
        updatedAt,
        file: `app-data/${appId}.json`,
      })),
      ...kept.map(({ appId, app, version, keptAt }) => ({
        appId,
        name: app.name,
        updatedAt: keptAt,
        ofVersion: version,
        file: `app-data/${appId}.earlier.json`,
      })),
    ]);
    this.#links.push({ name: "app-data", path: "data/app-data.json", count: storages.length });
  }

  async storedFiles(userId: string): Promise<void> {
    let count = 0;
    let after: string | undefined;
    for (let number = 1; ; number++) {
      const rows = await content.listStoredFiles(userId, after);
      if (rows.length === 0) break;
      count += rows.length;
      const files = [];
      // The person's own names may be no path of an archive.
      for (const { fileKey, ...file } of rows)
        files.push({ ...file, file: await this.file(fileKey, `files/${file.id}`) });
      await this.json(`data/files-${number}.json`, files);
      if (rows.length < EXPORT_PAGE_ROWS) break;
      after = rows.at(-1)!.id;
    }
    if (count > 0) this.#links.push({ name: "files", path: "data/files-1.json", count });
  }

  async end(profile: ArchiveProfile, now: Date): Promise<void> {
    const createdAt = now.toISOString();
    const head: ArchiveHead = {
      format: ARCHIVE_FORMAT,
      version: ARCHIVE_VERSION,
      instance: this.#instance,
      createdAt,
      files: this.#json,
      leftOut: this.#leftOut,
    };
    await this.text(ARCHIVE_HEAD, JSON.stringify(head, null, 1));
    const index = { profile, instance: this.#instance, createdAt, links: this.#links };
    await this.text("index.html", this.pages.index({ ...index, leftOut: this.#leftOut.length }));
  }
}
