import { api, ApiError } from "@/lib/browser/api";
import type { Archive } from "@/lib/package/archive";
import type { PersonHere } from "@/lib/people/import-contract";
import type { PostMedia } from "@/lib/posts/contract";
import { changeRecording, uploadRecording } from "@/lib/posts/recording-upload.client";
import type { ArchiveMedia } from "./archive-contract";

/** How a person stood to somebody there. */
export type Relation = "blocked" | "muted" | "following";

/** Somebody whom the person followed, blocked or muted there, and does not here. */
export type FoundPerson = Pick<PersonHere, "person" | "isSame"> & { relations: Relation[] };

export type ImportSummary = {
  posts: number;
  /** Imported before. */
  known: number;
  pictures: number;
  apps: number;
  lists: number;
  drafts: number;
  /** Posts for later, whose time is still to come. */
  scheduled: number;
  /** Kept as drafts: they may not be posts for later here. */
  unscheduled: number;
  projects: number;
  settings: boolean;
  /** Skipped: replies to other people's posts, pictures, rejected items, unknown people. */
  repliesToOthers: number;
  failedPosts: number;
  failedPictures: number;
  failedApps: number;
  /** In lists of people. */
  missingPeople: number;
  /** Whom the person followed, blocked or muted there, and who are not here. */
  peopleElsewhere: number;
  failedLists: number;
  failedDrafts: number;
  failedProjects: number;
  /** Not followed, blocked or muted here yet: the person chooses. */
  people: readonly FoundPerson[];
};

export const NOTHING: ImportSummary = {
  posts: 0,
  known: 0,
  pictures: 0,
  apps: 0,
  lists: 0,
  drafts: 0,
  scheduled: 0,
  unscheduled: 0,
  projects: 0,
  settings: false,
  repliesToOthers: 0,
  failedPosts: 0,
  failedPictures: 0,
  failedApps: 0,
  missingPeople: 0,
  peopleElsewhere: 0,
  failedLists: 0,
  failedDrafts: 0,
  failedProjects: 0,
  people: [],
};

export class NotAnExport extends Error {
  constructor(readonly reason: "too_large" | "no_head" | "other_format" | "unsound") {
    super(reason);
    this.name = "NotAnExport";
  }
}

export type ImportRun = {
  archive: Archive;
  /** Who imports it. */
  userId: string;
  /** Ids here by those of the archive. */
  idsHere: Map<string, string>;
  summary: ImportSummary;
  signal: AbortSignal;
};

type Schema<T> = { safeParse: (value: unknown) => { success: true; data: T } | { success: false } };

/** @throws NotAnExport, PackageError */
export async function readJson<T>(archive: Archive, path: string, schema: Schema<T>): Promise<T> {
  const text = new TextDecoder().decode(await archive.readWithPauses(path));
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new NotAnExport("other_format");
  }
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new NotAnExport("other_format");
  return parsed.data;
}

/** Uploads pictures and recordings of the archive. */
export async function importPictures(
  media: ArchiveMedia[],
  { archive, summary, signal }: ImportRun,
): Promise<{ id: string; alt: string }[]> {
  const imported: { id: string; alt: string }[] = [];
  for (const { file, alt, recording } of media) {
    if (!archive.entries.has(file)) {
      summary.failedPictures++;
      continue;
    }
    if (recording) {
      try {
        const id = await importRecording({ file, ...recording }, { archive, signal });
        imported.push({ id, alt });
        summary.pictures++;
      } catch (error) {
        if (!isRefusal(error)) throw error;
        summary.failedPictures++;
      }
      continue;
    }
    const form = new FormData();
    form.set("file", new File([await archive.readWithPauses(file)], "picture"));
    form.set("alt", alt);
    try {
      const { id } = await call<PostMedia>("/media?import", form, signal);
      imported.push({ id, alt });
      summary.pictures++;
    } catch (error) {
      if (!isRefusal(error)) throw error;
      summary.failedPictures++;
    }
  }
  return imported;
}

/** @returns its id here */
async function importRecording(
  { file, title, loops, poster, captions }: { file: string } & NonNullable<ArchiveMedia["recording"]>,
  { archive, signal }: Pick<ImportRun, "archive" | "signal">,
): Promise<string> {
  const read = async (path: string) => new Blob([await archive.readWithPauses(path)]);
  const { id } = await uploadRecording({
    id: crypto.randomUUID(),
    file: await read(file),
    poster: poster && archive.entries.has(poster) ? await read(poster) : null,
    title,
    isImport: true,
    signal,
  });
  const hasCaptions = captions && archive.entries.has(captions.file);
  if (loops) await changeRecording(id, { loops });
  if (hasCaptions)
    await changeRecording(id, {
      captions: { text: await (await read(captions.file)).text(), language: captions.language },
    });
  return id;
}

/** The server refused it; anything else ends the import, which can be repeated. */
export function isRefusal(error: unknown): boolean {
  return (
    error instanceof ApiError &&
    [400, 403, 409, 413, 422].includes(error.status) &&
    error.code !== "account_limited"
  );
}

const WAIT_MAX_MS = 60_000;

/** Sends, and waits where too much was sent at once. A limit that names no time does not pass by waiting. */
export async function call<T>(
  path: string,
  body: unknown,
  signal: AbortSignal,
  method: "POST" | "PUT" | "PATCH" = "POST",
): Promise<T> {
  for (;;) {
    try {
      return await api<T>(path, { method, body, signal });
    } catch (error) {
      const waitMs =
        error instanceof ApiError && error.status === 429 ? (error.retryAfter ?? Infinity) * 1_000 : Infinity;
      if (waitMs > WAIT_MAX_MS) throw error;
      await new Promise((resolve) => setTimeout(resolve, waitMs));
      signal.throwIfAborted();
    }
  }
}
