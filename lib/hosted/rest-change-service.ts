import "server-only";
import type { z } from "zod";
import { updateProfile } from "@/lib/account/profile-service";
import { deleteApp, pendingPublish } from "@/lib/apps/publish-service";
import { type Pending, storeTogether } from "@/lib/notifications/pending-service";
import { pendingPost } from "@/lib/posts/batch-service";
import { pendingBookmark, removeBookmark } from "@/lib/posts/bookmark-service";
import type { CommentSubject } from "@/lib/posts/comment-contract";
import { deleteComment, pendingComment } from "@/lib/posts/comment-service";
import { editBody, type PostPayload } from "@/lib/posts/contract";
import { pendingEdit } from "@/lib/posts/edit-service";
import { pendingLike, react } from "@/lib/posts/reaction-service";
import { createPost, deletePost } from "@/lib/posts/service";
import { pendingFollow, unfollow } from "@/lib/people/follow-service";
import type { Actor } from "@/lib/shared/contract";
import { AppError } from "@/lib/shared/errors";
import { changeSchemas, insertSchemas } from "./rest-contract";
import { restError, type RestProblem } from "./rest-errors";
import { findOwnRows, idOf, notWritable, OWNER, type Row } from "./rest-service";
import type { ViewName } from "./rest-views";

/** Changes of one's own rows, on top of the services of our own routes; `parse` validates a row. */
type Parse = <S extends z.ZodType>(schema: S, value: unknown) => z.output<S>;
type Change = { actor: Actor; view: ViewName; parse: Parse };

/** Clients often name the owner of a row. Themselves, which says nothing new; anybody else is refused as a column. */
function withoutOwner({ actor, view }: Change, row: Row): Row {
  const owner = OWNER[view];
  if (!owner || row[owner] !== actor.id) return row;
  const { [owner]: _, ...others } = row;
  return others;
}

/** The columns by which a view knows that a row is there already; the first are meant if a client names none. */
const CONFLICTS: Partial<Record<ViewName, readonly (readonly string[])[]>> = {
  profiles: [["id"]],
  posts: [["id"]],
  comments: [["id"]],
  apps: [["id"]],
  reactions: [["post_id", "user_id"]],
  follows: [["follower_id", "following_id"]],
  bookmarks: [["user_id", "post_id"], ["id"]],
};

function conflictColumns(view: ViewName, target: string | null): readonly string[] {
  const known = CONFLICTS[view];
  if (!known) throw notWritable(view);
  const named = target?.split(",").map((column) => column.trim().replace(/^"(.*)"$/, "$1"));
  const found = named
    ? known.find(
        (columns) => columns.length === named.length && columns.every((each) => named.includes(each)),
      )
    : known[0];
  if (found) return found;
  throw restError("there is no unique or exclusion constraint matching the ON CONFLICT specification", {
    code: "42P10",
    hint: `One of: ${known.map((columns) => columns.join(",")).join("; ")}`,
  });
}

/** A checked row of an insert or upsert; `change` is null if there is nothing to store, `key` if the row is left alone. */
type Planned = { key: Row | null; isNew: boolean; change: Pending | null };
type Inserted = { keys: Row[]; isNew: boolean };

/** Says which row of several was wrong, and that none is stored. */
function ofRow(error: unknown, index: number, count: number): unknown {
  if (!(error instanceof AppError) || count === 1) return error;
  const known = error.details?.rest as RestProblem | undefined;
  const named = error.fields?.map(({ path, message }) => (path ? `${path}: ${message}` : message)).join(" ");
  const details = [`Row ${index + 1} of ${count}; no row was stored.`, known?.details ?? named];
  return new AppError(error.code, {
    message: error.message,
    cause: error,
    ...(error.retryAfter !== undefined && { retryAfter: error.retryAfter }),
    details: {
      ...error.details,
      rest: { code: error.code, ...known, details: details.filter(Boolean).join(" ") },
    },
  });
}

/** Checks all rows before any is stored. @returns what they are checked to be */
async function eachRow<T>(
  rows: readonly Row[],
  check: (row: Row, index: number) => T | Promise<T>,
): Promise<T[]> {
  const checked: T[] = [];
  for (const [index, row] of rows.entries()) {
    try {
      checked.push(await check(row, index));
    } catch (error) {
      throw ofRow(error, index, rows.length);
    }
  }
  return checked;
}

async function store(planned: readonly Planned[]): Promise<Inserted> {
  const changes = planned.flatMap(({ change }, index) => {
    if (!change) return [];
    const stored: Pending["store"] = (tx) =>
      change.store(tx).catch((error: unknown) => {
        throw ofRow(error, index, planned.length);
      });
    return [{ ...change, store: stored }];
  });
  await storeTogether(changes);
  const keys = new Map(planned.flatMap(({ key }) => (key ? [[JSON.stringify(key), key] as const] : [])));
  return { keys: [...keys.values()], isNew: planned.some(({ isNew }) => isNew) };
}

/**
 * Inserts rows, all of them or none. `count` counts the further rows against the rate limit, once all are valid.
 * @returns the keys of the rows, in their order
 */
export async function insertRows(
  change: Change,
  rows: readonly Row[],
  count: CountRows = () => Promise.resolve(),
): Promise<Inserted> {
  const parsed = await eachRow(rows, (row) => parseInsert(change, row));
  await count(rows.length);
  // A repeated request with its key returns the first post, also while that one is being stored.
  const [only] = parsed;
  if (only?.view === "posts" && parsed.length === 1) {
    const { post } = await createPost({ actor: change.actor, ...only.request });
    return { keys: [{ id: post.id }], isNew: true };
  }
  return store(await eachRow(rows, (_, index) => planInsert(change.actor, parsed[index]!)));
}

type CountRows = (rows: number) => Promise<void>;

/**
 * Inserts rows, or changes the own ones that have their keys: only what `update` can change. With `ignore`, such rows
 * stay. All or nothing, like an insert.
 * @returns the keys of the affected rows
 */
export async function upsertRows(
  change: Change,
  rows: readonly Row[],
  { target, duplicates, count }: { target: string | null; duplicates: "merge" | "ignore"; count: CountRows },
): Promise<Inserted> {
  const { actor, view } = change;
  const columns = conflictColumns(view, target);
  const owner = OWNER[view];
  const keys = rows.map((row): Row | null => {
    const key = columns.map(
      (column) => [column, row[column] ?? (column === owner ? actor.id : undefined)] as const,
    );
    return key.every(([, value]) => value !== undefined) ? Object.fromEntries(key) : null;
  });
  const found = await findOwnRows(
    actor,
    view,
    keys.filter((key) => key !== null),
  );
  const seen = new Set<string>();
  const known = keys.map((key): { row: Row | null; again: boolean } => {
    if (!key) return { row: null, again: false };
    const name = JSON.stringify(key).toLowerCase();
    const again = seen.has(name);
    seen.add(name);
    const isSame = (row: Row) =>
      columns.every((column) => String(row[column]) === String(key[column]).toLowerCase());
    return { row: found.find(isSame) ?? null, again };
  });
  if (rows.length === 1 && !known[0]!.row && view !== "profiles") return insertRows(change, rows, count);
  await count(rows.length);
  // All of them first: a profile is changed by itself.
  await eachRow(rows, (_, index) => {
    const { row: own, again } = known[index]!;
    if (again && duplicates === "merge")
      throw restError("ON CONFLICT DO UPDATE command cannot affect row a second time", { code: "21000" });
    if (!own && view === "profiles")
      throw restError(
        'new row violates row-level security policy for table "profiles"',
        { status: 403, code: "42501" },
        "forbidden",
      );
  });
  const planned = await eachRow(rows, async (row, index): Promise<Planned> => {
    const { row: own, again } = known[index]!;
    if ((own || again) && duplicates === "ignore") return { key: null, isNew: false, change: null };
    if (!own) return planInsert(actor, parseInsert(change, row));
    return { key: idOf(view, own), isNew: false, change: await planMerge(change, { own, row, columns }) };
  });
  return store(planned);
}

async function planMerge(
  change: Change,
  { own, row, columns }: { own: Row; row: Row; columns: readonly string[] },
): Promise<Pending | null> {
  const { view, parse } = change;
  const named = withoutOwner(change, row);
  // Rows that only say that something is: nothing of them can change.
  if (view === "reactions" || view === "follows" || view === "bookmarks") {
    const { id: _, ...others } = named;
    parse(insertSchemas[view], others);
    return null;
  }
  const others = Object.entries(named).filter(([column]) => !columns.includes(column));
  return others.length > 0 ? planUpdate(change, own, Object.fromEntries(others)) : null;
}

type PostRequest = { payload: Omit<PostPayload, "thread" | "draft" | "moment">; replyTo?: string };
type ParsedRow =
  | { view: "posts"; request: PostRequest }
  | { view: "comments"; request: { subject: CommentSubject; content: string } }
  | { view: "reactions" | "bookmarks"; postId: string }
  | { view: "follows"; userId: string };

function parseInsert(change: Change, sent: Row): ParsedRow {
  const { view, parse } = change;
  const row = withoutOwner(change, sent);
  switch (view) {
    case "posts":
      return { view, request: postOf(parse(insertSchemas.posts, row)) };
    case "comments": {
      const { post_id, app_id, content } = parse(insertSchemas.comments, row);
      const subject = post_id
        ? ({ type: "post", id: post_id } as const)
        : ({ type: "app", id: app_id! } as const);
      return { view, request: { subject, content } };
    }
    case "reactions":
    case "bookmarks":
      return { view, postId: parse(insertSchemas[view], row).post_id };
    case "follows":
      return { view, userId: parse(insertSchemas.follows, row).following_id };
    default:
      throw notWritable(view);
  }
}

function postOf(asked: z.output<(typeof insertSchemas)["posts"]>): PostRequest {
  const { body, parent_id, quote_id, app_id, app_version, warning, sensitive, reply_policy, client_key } =
    asked;
  const appRef = app_id ? { appId: app_id, ...(app_version && { version: app_version }) } : null;
  return {
    ...(parent_id && { replyTo: parent_id }),
    payload: {
      kind: "text",
      body,
      media: asked.media.map((id) => ({ id, alt: undefined })),
      appRef,
      quote: quote_id,
      warning,
      sensitive,
      replyPolicy: reply_policy,
      clientKey: client_key,
    },
  };
}

/** @returns the key of the new row, and how to store it */
async function planInsert(actor: Actor, parsed: ParsedRow): Promise<Planned> {
  switch (parsed.view) {
    case "posts": {
      const { id, change } = await pendingPost({ actor, ...parsed.request });
      return { key: { id }, isNew: true, change };
    }
    case "comments": {
      const { id, change } = await pendingComment({ actor, ...parsed.request });
      return { key: { id }, isNew: true, change };
    }
    case "reactions": {
      const { postId } = parsed;
      const change = pendingLike({ actor, postId });
      return { key: { post_id: postId, user_id: actor.id }, isNew: true, change };
    }
    case "bookmarks": {
      const { postId } = parsed;
      const change = pendingBookmark({ actor, postId });
      return { key: { post_id: postId, user_id: actor.id }, isNew: true, change };
    }
    case "follows": {
      const { userId } = parsed;
      const change = await pendingFollow({ actor, userId });
      return { key: { follower_id: actor.id, following_id: userId }, isNew: true, change };
    }
  }
}

/** Changes one's own rows, all of them or none. */
export async function updateRows(change: Change, rows: readonly Row[], changes: Row): Promise<void> {
  const { view } = change;
  const plan = async (row: Row): Promise<Planned> => ({
    key: idOf(view, row),
    isNew: false,
    change: await planUpdate(change, row, changes),
  });
  await store(await eachRow(rows, plan));
}

async function planUpdate({ actor, view, parse }: Change, row: Row, changes: Row): Promise<Pending | null> {
  const id = String(row.id);
  switch (view) {
    case "profiles": {
      const { username, display_name: displayName, bio } = parse(changeSchemas.profiles, changes);
      // A person has one profile: there is nothing to store together with it.
      await updateProfile({ userId: actor.id, patch: { username, displayName, bio }, allows: () => true });
      return null;
    }
    case "posts": {
      const edit = { body: row.body, ...parse(changeSchemas.posts, changes) };
      return pendingEdit({ actor, id, edit: parse(editBody, edit) });
    }
    case "apps":
      return pendingPublish({ viewer: actor, id, isPublic: parse(changeSchemas.apps, changes).is_public });
    default:
      throw notWritable(view);
  }
}

export async function deleteRow({ actor, view }: Pick<Change, "actor" | "view">, row: Row): Promise<void> {
  const id = String(row.id);
  const postId = String(row.post_id);
  switch (view) {
    case "posts":
      return deletePost({ actor, id });
    case "comments": {
      const subject = row.post_id
        ? ({ type: "post", id: postId } as const)
        : ({ type: "app", id: String(row.app_id) } as const);
      return deleteComment({ actor, subject, id });
    }
    case "reactions":
      return void (await react({ actor, reaction: { postId, action: "unlike" } }));
    case "follows":
      return void (await unfollow({ actor, userId: String(row.following_id) }));
    case "bookmarks":
      return void (await removeBookmark({ actor, postId }));
    case "apps":
      return deleteApp({ viewer: actor, id });
    default:
      throw notWritable(view);
  }
}
