import "server-only";
import { z } from "zod";
import { HOSTED_CHANGES_MAX } from "@/lib/config/limits";
import { updateProfile } from "@/lib/account/profile-service";
import { deleteApp, pendingPublish } from "@/lib/apps/publish-service";
import { type Pending, storeTogether } from "@/lib/notifications/pending-service";
import { pendingPost, publishedKeys } from "@/lib/posts/batch-service";
import { pendingBookmark, removeBookmark } from "@/lib/posts/bookmark-service";
import type { CommentSubject } from "@/lib/posts/comment-contract";
import { deleteComment, pendingComment } from "@/lib/posts/comment-service";
import { editBody, type PostPayload } from "@/lib/posts/contract";
import { pendingEdit } from "@/lib/posts/edit-service";
import { pendingLike, react } from "@/lib/posts/reaction-service";
import { createPost, deletePost } from "@/lib/posts/service";
import { countRequestsOf, pendingFollow, unfollow } from "@/lib/people/follow-service";
import { type Actor, idSchema } from "@/lib/shared/contract";
import { AppError, fieldError } from "@/lib/shared/errors";
import { changeSchemas, insertSchemas } from "./rest-contract";
import { eachRow, ofRow } from "./rest-each-row";
import { restError } from "./rest-errors";
import { findOwnRows, idOf, notWritable, OWNER, type Row } from "./rest-service";
import type { ViewName } from "./rest-views";

/** Changes of one's own rows, on top of the services of our own routes; `parse` validates a row. */
type Parse = <S extends z.ZodType>(schema: S, value: unknown) => z.output<S>;
type Change = {
  actor: Actor;
  view: ViewName;
  parse: Parse;
  /** Whether the client wants one row back: a change that returns none is refused before it is stored. */
  isOne?: boolean;
};

/**
 * Clients often send the owner of a row. Their own id is redundant; any other is refused like an unknown
 * column.
 */
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

/**
 * A checked row of an insert or upsert; `change` is null if there is nothing to store, `key` if the row is left alone,
 * and `asks` is a private person whom it asks.
 */
type Planned = { key: Row | null; isNew: boolean; change: Pending | null; asks?: string };
type Inserted = { keys: Row[]; isNew: boolean };

async function store(actor: Actor, planned: readonly Planned[]): Promise<Inserted> {
  const changes = planned.flatMap(({ change }, index) => {
    if (!change) return [];
    const stored: Pending["store"] = (tx) =>
      change.store(tx).catch((error: unknown) => {
        throw ofRow(error, index, planned.length);
      });
    return [{ ...change, store: stored }];
  });
  const asked = new Set(planned.flatMap(({ asks }) => asks ?? []));
  await countRequestsOf(actor, asked.size, () => storeTogether(changes));
  const keys = new Map(planned.flatMap(({ key }) => (key ? [[JSON.stringify(key), key] as const] : [])));
  return { keys: [...keys.values()], isNew: planned.some(({ isNew }) => isNew) };
}

const clientKeyOf = (parsed: ParsedRow | null): string | null =>
  (parsed?.view === "posts" && parsed.request.payload.clientKey) || null;

type Parsed = {
  /** null for a row that is not inserted. */
  parsed: (ParsedRow | null)[];
  /** How many of them are new, rather than posts with a client key that is known. */
  fresh: number;
};

/** @throws AppError for invalid rows, and for two with the same client key */
async function parseInserts(
  change: Change,
  rows: readonly Row[],
  isInserted: (index: number) => boolean = () => true,
): Promise<Parsed> {
  const seen = new Set<string>();
  const parsed = await eachRow(rows, (row, index) => {
    if (!isInserted(index)) return null;
    const each = parseInsert(change, row);
    const key = clientKeyOf(each);
    if (key && seen.has(key))
      throw fieldError("client_key", "repeated", "Another row has the same client_key.");
    if (key) seen.add(key);
    return each;
  });
  const published = await publishedKeys(change.actor, [...seen]);
  return { parsed, fresh: parsed.filter((each) => each !== null).length - published.size };
}

/** Stores what `plan` returns. */
async function storeInserts(
  actor: Actor,
  parsed: Parsed["parsed"],
  plan: () => Promise<Planned[]>,
): Promise<Inserted> {
  const planned = await plan();
  try {
    return await store(actor, planned);
  } catch (error) {
    // A concurrent request with the same client keys was first: now its posts are known.
    const keys = parsed.flatMap((each) => clientKeyOf(each) ?? []);
    const isRepeated = error instanceof AppError && error.code === "conflict" && keys.length > 0;
    if (!isRepeated || (await publishedKeys(actor, keys)).size < keys.length) throw error;
    return store(actor, await plan());
  }
}

/**
 * Inserts rows, all of them or none. `count` counts the further rows against the rate limit, once all are valid.
 * @returns the keys of the rows, in their order
 */
export async function insertRows(
  change: Change,
  rows: readonly Row[],
  count: CountRows = (_, work) => work(),
): Promise<Inserted> {
  const { actor } = change;
  const { parsed, fresh } = await parseInserts(change, rows);
  // A repeated request with its key returns the first post, also while that one is being stored.
  const [only] = parsed;
  if (only?.view === "posts" && parsed.length === 1) {
    const { post } = await createPost({ actor, ...only.request });
    return { keys: [{ id: post.id }], isNew: true };
  }
  const plan = () => eachRow(rows, (_, index) => planInsert(change, parsed[index]!));
  return count(fresh, () => storeInserts(actor, parsed, plan));
}

/** Counts only the rows that `work` stores. */
export type CountRows = <T>(rows: number, work: () => Promise<T>) => Promise<T>;

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
  const { actor, view, parse } = change;
  const columns = conflictColumns(view, target);
  const owner = OWNER[view];
  const keySchema = z.object(Object.fromEntries(columns.map((column) => [column, idSchema])));
  const keys = await eachRow(rows, (row): Row | null => {
    const key = columns.map(
      (column) => [column, row[column] ?? (column === owner ? actor.id : undefined)] as const,
    );
    return key.every(([, value]) => value !== undefined) ? parse(keySchema, Object.fromEntries(key)) : null;
  });
  const found = await findOwnRows(
    actor,
    view,
    keys.filter((key) => key !== null),
  );
  const seen = new Set<string>();
  const known = keys.map((key): { row: Row | null; again: boolean } => {
    if (!key) return { row: null, again: false };
    const name = JSON.stringify(key);
    const again = seen.has(name);
    seen.add(name);
    const isSame = (row: Row) => columns.every((column) => row[column] === key[column]);
    return { row: found.find(isSame) ?? null, again };
  });
  if (rows.length === 1 && !known[0]!.row && view !== "profiles") return insertRows(change, rows, count);
  const changed = duplicates === "merge" && !IS_ALL_KEY.has(view) ? found.length : 0;
  if (changed > HOSTED_CHANGES_MAX)
    throw restError(`One request may change ${HOSTED_CHANGES_MAX} rows at most`, { code: "PGRST124" });
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
  const isInserted = (index: number) => !known[index]!.row && !known[index]!.again;
  const { parsed, fresh } = await parseInserts(change, rows, isInserted);
  const plan = () =>
    eachRow(rows, async (row, index): Promise<Planned> => {
      const { row: own } = known[index]!;
      const inserted = parsed[index];
      if (inserted) return planInsert(change, inserted);
      if (!own || duplicates === "ignore") return { key: null, isNew: false, change: null };
      return { key: idOf(view, own), isNew: false, change: await planMerge(change, { own, row, columns }) };
    });
  return count(fresh, () => storeInserts(actor, parsed, plan));
}

/** Rows that only say that something is: nothing of them can change. */
const IS_ALL_KEY: ReadonlySet<ViewName> = new Set(["reactions", "follows", "bookmarks"]);

async function planMerge(
  change: Change,
  { own, row, columns }: { own: Row; row: Row; columns: readonly string[] },
): Promise<Pending | null> {
  const { view, parse } = change;
  const named = withoutOwner(change, row);
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

const hasNoRow = () =>
  restError(
    "This person is private: until they accept, a follow is a request, which is no row of follows",
    { status: 403, code: "42501", details: "Nothing was stored.", hint: "Insert it without single()." },
    "private_account",
  );

/** @returns the key of the new row, and how to store it @throws AppError 42501 if it cannot be shown and has to be */
async function planInsert({ actor, isOne }: Change, parsed: ParsedRow): Promise<Planned> {
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
      const { change, isRequest, isUnanswered } = await pendingFollow({ actor, userId });
      if (isOne && isUnanswered) throw hasNoRow();
      const key = { follower_id: actor.id, following_id: userId };
      return { key, isNew: true, change, ...(isRequest && { asks: userId }) };
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
  await store(change.actor, await eachRow(rows, plan));
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
      return void (await react({ actor, postId, kind: "like", on: false }));
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
