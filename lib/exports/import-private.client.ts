import { api, ApiError } from "@/lib/browser/api";
import { openArchive } from "@/lib/package/archive";
import { PackageError, refuse } from "@/lib/package/package-error";
import { sha256, toHex } from "@/lib/package/sha256";
import type { ImportListResponse } from "@/lib/people/list-contract";
import type { Draft, DraftBody } from "@/lib/posts/draft-contract";
import { addToAccount, listAccountIds } from "@/lib/projects/sync.client";
import {
  archiveDraftSchema,
  archivePeopleListSchema,
  archiveProjectSchema,
  type ArchiveDraft,
} from "./archive-contract";
import type { KnownPosts } from "./import-contract";
import { call, isRefusal, readJson, importPictures, type ImportRun } from "./import-support.client";

/** What only its owner sees: lists of people, drafts, projects of the playground. Archives of earlier releases have none. */

/** The same for each import by the same person: a row of this id may be here already, and belong to somebody else. */
async function importedId(userId: string, id: string): Promise<string> {
  const hex = toHex(await sha256(new TextEncoder().encode(`${userId} ${id}`)));
  // A UUID of version 8, whose bits are free.
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** People are found by their id: who has the same name elsewhere may be somebody else. */
export async function importLists({ archive, summary, signal }: ImportRun): Promise<void> {
  const path = "data/people-lists.json";
  if (!archive.entries.has(path)) return;
  for (const { name, members } of await readJson(archive, path, archivePeopleListSchema.array())) {
    const body = { name, members: members.map(({ id }) => id) };
    try {
      const { isNew, missing } = await call<ImportListResponse>("/v2/users/me/imports/lists", body, signal);
      if (isNew) summary.lists++;
      else summary.known++;
      summary.missingPeople += missing;
    } catch (error) {
      if (!isRefusal(error)) throw error;
      summary.failedLists++;
    }
  }
}

/** Those that were to be posted at a time to come are posts for later here, too. */
export async function importDrafts(run: ImportRun): Promise<void> {
  const { archive, userId, summary, signal } = run;
  const path = "data/drafts.json";
  if (!archive.entries.has(path)) return;
  const drafts = await readJson(archive, path, archiveDraftSchema.array());
  if (drafts.length === 0) return;
  const ids = await Promise.all(drafts.map(({ id }) => importedId(userId, id)));
  const [{ items }, published] = await Promise.all([
    api<{ items: Draft[] }>("/v1/drafts", { signal }),
    call<KnownPosts>("/v2/users/me/imports/known", { ids: [...drafts.map(({ id }) => id), ...ids] }, signal),
  ]);
  const known = new Set([...items, ...published.items].map(({ id }) => id));
  for (const [index, draft] of drafts.entries()) {
    const id = ids[index]!;
    if (known.has(id) || known.has(draft.id)) {
      summary.known++;
      continue;
    }
    try {
      await importDraft(id, draft, run);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      summary.failedDrafts++;
    }
  }
}

async function importDraft(id: string, draft: ArchiveDraft, run: ImportRun): Promise<void> {
  const { thread, replyTo, quote, scheduledAt } = draft;
  const { idsHere, summary, signal } = run;
  const part = async ({ text, media, appId, options }: ArchiveDraft["thread"][number]) => ({
    text,
    media: await importPictures(media, run),
    appId: appId && (await isHere(`/apps/${appId}`, signal)) ? appId : null,
    options,
  });
  const body: DraftBody = {
    ...(await part(draft)),
    ...(thread.length > 0 && { thread: [] }),
    // Posts of the archive have other ids here.
    replyTo: replyTo ? (idsHere.get(replyTo) ?? replyTo) : undefined,
    quote: quote ? (idsHere.get(quote) ?? quote) : undefined,
    revision: 0,
  };
  for (const post of thread) body.thread!.push(await part(post));
  await call(`/v1/drafts/${id}`, body, signal, "PUT");
  if (!scheduledAt || Date.parse(scheduledAt) <= Date.now()) return void summary.drafts++;
  try {
    await call(`/v1/drafts/${id}/schedule`, { at: scheduledAt }, signal, "PUT");
    summary.scheduled++;
  } catch (error) {
    // Such as a reply to a post that is not here: the draft stays.
    if (!isRefusal(error)) throw error;
    summary.unscheduled++;
  }
}

const isHere = (path: string, signal: AbortSignal): Promise<boolean> =>
  api(path, { signal }).then(
    () => true,
    (error: unknown) => {
      if (error instanceof ApiError && error.status === 404) return false;
      throw error;
    },
  );

/** They run by themselves only after the person has run them: whoever made the archive may have written them. */
export async function importProjects({ archive, userId, summary, signal }: ImportRun): Promise<void> {
  const path = "data/projects.json";
  if (!archive.entries.has(path)) return;
  const projects = await readJson(archive, path, archiveProjectSchema.array());
  const known = projects.length > 0 ? await listAccountIds() : new Set();
  for (const { id: idThere, name, title, file } of projects) {
    signal.throwIfAborted();
    const id = await importedId(userId, idThere);
    if (known.has(id) || known.has(idThere)) {
      summary.known++;
      continue;
    }
    try {
      if (!file || !archive.entries.has(file)) throw refuse("archive_empty");
      const packed = openArchive(await archive.readWithPauses(file));
      const files = [...packed.entries.keys()].map((path): [string, Uint8Array<ArrayBuffer>] => [
        path,
        packed.read(path),
      ]);
      await addToAccount(userId, { id, name, title, trusted: false, files });
      summary.projects++;
    } catch (error) {
      const isDeletedHere = error instanceof ApiError && error.status === 404;
      if (!(error instanceof PackageError) && !isDeletedHere && !isRefusal(error)) throw error;
      summary.failedProjects++;
    }
  }
}
