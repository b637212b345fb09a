import { preferencesBody } from "@/lib/account/preferences-contract";
import type { App } from "@/lib/apps/contract";
import { api, ApiError } from "@/lib/browser/api";
import { EXPORT_PAGE_POSTS, IMPORT_POSTS } from "@/lib/config/export-limits";
import { groupsWithout } from "@/lib/notifications/rules";
import { openArchive, type Archive } from "@/lib/package/archive";
import { PACKAGE_LIMITS } from "@/lib/package/limits";
import { PackageError } from "@/lib/package/package-error";
import {
  ARCHIVE_HEAD,
  archiveAppSchema,
  archiveHeadSchema,
  archivePostSchema,
  archiveSettingsSchema,
  type ArchivePost,
} from "./archive-contract";
import type { ImportPostsBody, ImportPostsResponse, KnownPosts } from "./import-contract";
import { findPeople } from "./import-people.client";
import { importDrafts, importLists, importProjects } from "./import-private.client";
import {
  call,
  type ImportSummary,
  isRefusal,
  NotAnExport,
  NOTHING,
  readJson,
  importPictures,
  type ImportRun,
} from "./import-support.client";

/**
 * Takes the archive of another instance in. The browser reads it and sends what is in it through the API.
 *
 * Trust model. Outside: whoever made the file. The package reader checks its structure before any of it is inflated, schemas
 * check the JSON, and the API checks each post, picture and app as it checks any other of this person.
 */
const MIB = 1024 * 1024;
const LIMITS = {
  ...PACKAGE_LIMITS,
  packedBytes: 512 * MIB,
  unpackedBytes: 1024 * MIB,
  entries: 65_000,
  entryBytes: 32 * MIB,
};
const IMPORT_MAX_BYTES = LIMITS.packedBytes;

type Options = {
  file: File;
  /** Who imports it. */
  userId: string;
  signal: AbortSignal;
  onProgress: (share: number) => void;
};

/** @throws NotAnExport; ApiError */
export async function importArchive(options: Options): Promise<ImportSummary> {
  try {
    return await importFile(options);
  } catch (error) {
    // Its message is about packages of apps.
    if (error instanceof PackageError)
      throw new NotAnExport(error.code === "not_a_zip" ? "no_head" : "unsound");
    throw error;
  }
}

async function importFile({ file, userId, signal, onProgress }: Options): Promise<ImportSummary> {
  if (file.size > IMPORT_MAX_BYTES) throw new NotAnExport("too_large");
  const archive = openArchive(new Uint8Array(await file.arrayBuffer()), LIMITS);
  if (!archive.entries.has(ARCHIVE_HEAD)) throw new NotAnExport("no_head");
  const head = await readJson(archive, ARCHIVE_HEAD, archiveHeadSchema);
  const summary = { ...NOTHING };
  const pages = (kind: "posts" | "replies") =>
    head.files.filter((path) => path.startsWith(`data/${kind}-`) && archive.entries.has(path)).sort(byNumber);
  const [posts, replies] = [pages("posts"), pages("replies")];
  const steps = posts.length + replies.length + 2;
  const idsHere = new Map<string, string>();
  const run: ImportRun = { archive, userId, idsHere, summary, signal };
  await importPrivacy(archive, signal);
  let done = 0;
  let next: ArchivePost[] = [];
  for await (const post of oldestFirst(readPosts(archive, posts), readPosts(archive, replies))) {
    next.push(post);
    if (next.length < EXPORT_PAGE_POSTS) continue;
    await importPosts(next, run);
    next = [];
    onProgress(Math.min(++done, steps - 2) / steps);
  }
  await importPosts(next, run);
  await importSettings(archive, signal);
  summary.settings = true;
  await importLists(run);
  await importDrafts(run);
  await findPeople(run, head.files);
  onProgress((steps - 1) / steps);
  await importProjects(run);
  await importApps(archive, summary, signal);
  onProgress(1);
  return summary;
}

/** Yields posts oldest first; the pages of an archive list the newest first. */
async function* readPosts(archive: Archive, pages: string[]): AsyncGenerator<ArchivePost, undefined> {
  for (const path of pages.toReversed())
    yield* (await readJson(archive, path, archivePostSchema.array())).reverse();
}

/** Merges the lists, oldest first: a post comes after those that it replies to or quotes. */
async function* oldestFirst(
  ...lists: AsyncGenerator<ArchivePost, undefined>[]
): AsyncGenerator<ArchivePost, undefined> {
  const heads = await Promise.all(lists.map(async (list) => ({ list, post: (await list.next()).value })));
  for (;;) {
    const [oldest] = heads
      .filter(({ post }) => post)
      .sort((a, b) => Date.parse(a.post!.createdAt) - Date.parse(b.post!.createdAt));
    if (!oldest?.post) return;
    yield oldest.post;
    oldest.post = (await oldest.list.next()).value;
  }
}

/** By the number of a page: posts-2 before posts-10. */
function byNumber(a: string, b: string): number {
  const number = (path: string) => Number(/-(\d+)\.json$/.exec(path)?.[1] ?? 0);
  return number(a) - number(b);
}

async function importPosts(posts: ArchivePost[], run: ImportRun): Promise<void> {
  if (posts.length === 0) return;
  const { idsHere, summary, signal } = run;
  const known = await call<KnownPosts>(
    "/v2/users/me/imports/known",
    { ids: posts.map(({ id }) => id) },
    signal,
  );
  for (const { id, postId } of known.items) idsHere.set(id, postId);
  summary.known += known.items.length;
  let batch: ImportPostsBody["posts"] = [];
  const send = async () => {
    if (batch.length === 0) return;
    const sent = await call<ImportPostsResponse>("/v2/users/me/imports/posts", { posts: batch }, signal);
    batch = [];
    for (const { id, postId, isNew } of sent.items) {
      if (postId) idsHere.set(id, postId);
      if (isNew) summary.posts++;
      else if (!postId) summary.failedPosts++;
    }
  };
  for (const post of posts) {
    if (idsHere.has(post.id)) continue;
    const waits = [post.parentId, post.quoteId].some((id) => batch.some((other) => other.id === id));
    if (waits || batch.length === IMPORT_POSTS) await send();
    const replyTo = post.parentId && idsHere.get(post.parentId);
    if (post.parentId && !replyTo) {
      summary.repliesToOthers++;
      continue;
    }
    batch.push({
      id: post.id,
      createdAt: post.createdAt,
      body: post.body,
      warning: post.warning,
      sensitive: post.sensitive,
      ...(!replyTo && isReplyPolicy(post.replyPolicy) && { replyPolicy: post.replyPolicy }),
      replyTo: replyTo || null,
      quote: (post.quoteId && idsHere.get(post.quoteId)) || null,
      media: await importPictures(post.media, run),
    });
  }
  await send();
}

type ReplyPolicy = NonNullable<ImportPostsBody["posts"][number]["replyPolicy"]>;
const REPLY_POLICIES = { everyone: 1, following: 1, mentioned: 1, nobody: 1 } satisfies Record<
  ReplyPolicy,
  1
>;
const isReplyPolicy = (text: string): text is ReplyPolicy => text in REPLY_POLICIES;

/**
 * Before any post: what a private person wrote is public at no time. An import never makes an account public: that would
 * accept all who asked to follow it.
 */
async function importPrivacy(archive: Archive, signal: AbortSignal): Promise<void> {
  if (!archive.entries.has("data/settings.json")) return;
  const { isPrivate } = await readJson(archive, "data/settings.json", archiveSettingsSchema);
  if (isPrivate) await call("/v2/users/me/preferences", { isPrivate }, signal, "PATCH");
}

async function importSettings(archive: Archive, signal: AbortSignal): Promise<void> {
  if (!archive.entries.has("data/settings.json")) return;
  const settings = await readJson(archive, "data/settings.json", archiveSettingsSchema);
  const { unlisted, altReminder, singleKeys, quietKinds, quietPushKinds, digest } = settings;
  const body = preferencesBody.parse({
    notifications: groupsWithout(quietKinds),
    // Archives of earlier releases have neither pushes nor digests.
    ...(quietPushKinds && { pushes: groupsWithout(quietPushKinds) }),
    unlisted,
    altReminder,
    singleKeys,
  });
  await api("/v2/users/me/preferences", { method: "PATCH", body, signal });
  if (digest !== undefined) {
    const choice = digest ?? { every: "off" };
    await call("/v2/users/me/digest", choice, signal, "PUT").catch((error: unknown) => {
      if (!isRefusal(error)) throw error;
    });
  }
  for (const word of settings.mutedWords)
    await call("/v2/users/me/muted-words", { word }, signal).catch((error: unknown) => {
      if (!isRefusal(error)) throw error;
    });
}

/** Apps come as drafts: nobody sees them until they are published here. The archive's id is the key of the upload. */
async function importApps(archive: Archive, summary: ImportSummary, signal: AbortSignal): Promise<void> {
  if (!archive.entries.has("data/apps.json")) return;
  for (const app of await readJson(archive, "data/apps.json", archiveAppSchema.array())) {
    const here = await api<App>(`/apps/${app.id}`, { signal }).catch(() => null);
    if (here?.viewer.owner) continue;
    if (!app.package || !archive.entries.has(app.package)) {
      summary.failedApps++;
      continue;
    }
    const form = new FormData();
    form.set("gumFile", new File([await archive.readWithPauses(app.package)], "app.gum"));
    form.set("metadata", JSON.stringify({ uploadKey: app.id }));
    if (archive.entries.has(app.icon))
      form.set("icon", new File([await archive.readWithPauses(app.icon)], "icon"));
    try {
      await api<App>("/apps", { method: "POST", body: form, signal });
      summary.apps++;
    } catch (error) {
      if (!isRefusal(error) && !(error instanceof ApiError && error.code === "rate_limited")) throw error;
      summary.failedApps++;
    }
  }
}
