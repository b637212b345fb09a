import "server-only";
import type { z } from "zod";
import { updateProfile } from "@/lib/account/profile-service";
import { deleteApp, publishApp } from "@/lib/apps/publish-service";
import { bookmark, removeBookmark } from "@/lib/posts/bookmark-service";
import { addComment, deleteComment } from "@/lib/posts/comment-service";
import { editBody } from "@/lib/posts/contract";
import { editPost } from "@/lib/posts/edit-service";
import { react } from "@/lib/posts/reaction-service";
import { createPost, deletePost } from "@/lib/posts/service";
import { follow, unfollow } from "@/lib/people/follow-service";
import type { Actor } from "@/lib/shared/contract";
import { changeSchemas, insertSchemas } from "./rest-contract";
import { restError } from "./rest-errors";
import { findOwnRow, idOf, notWritable, OWNER, type Row } from "./rest-service";
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

/**
 * Inserts a row, or changes the own one that has its key: only what `update` can change. With `ignore`, such a row stays.
 * @returns the key of the affected row; null if it was left alone
 */
export async function upsertRow(
  change: Change,
  row: Row,
  { target, duplicates }: { target: string | null; duplicates: "merge" | "ignore" },
): Promise<{ key: Row | null; isNew: boolean }> {
  const { actor, view, parse } = change;
  const columns = conflictColumns(view, target);
  const owner = OWNER[view];
  const key = Object.fromEntries(
    columns.map((column) => [column, row[column] ?? (column === owner ? actor.id : undefined)]),
  );
  const isWhole = columns.every((column) => key[column] !== undefined);
  const found = isWhole ? await findOwnRow(actor, view, key) : null;
  if (!found) {
    if (view === "profiles")
      throw restError(
        'new row violates row-level security policy for table "profiles"',
        { status: 403, code: "42501" },
        "forbidden",
      );
    return { key: await insertRow(change, row), isNew: true };
  }
  if (duplicates === "ignore") return { key: null, isNew: false };
  const others = Object.entries(withoutOwner(change, row)).filter(([column]) => !columns.includes(column));
  // Rows that only say that something is: nothing of them can change.
  if (view === "reactions" || view === "follows" || view === "bookmarks") {
    const { id: _, ...named } = withoutOwner(change, row);
    parse(insertSchemas[view], named);
  } else if (others.length > 0) await updateRow(change, found, Object.fromEntries(others));
  return { key: idOf(view, found), isNew: false };
}

/** @returns the key of the new row */
export async function insertRow(change: Change, sent: Row): Promise<Row> {
  const { actor, view, parse } = change;
  const row = withoutOwner(change, sent);
  switch (view) {
    case "posts": {
      const asked = parse(insertSchemas.posts, row);
      const { body, parent_id, quote_id, app_id, app_version, warning, sensitive, reply_policy, client_key } =
        asked;
      const appRef = app_id ? { appId: app_id, ...(app_version && { version: app_version }) } : null;
      const { post } = await createPost({
        actor,
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
      });
      return { id: post.id };
    }
    case "comments": {
      const { post_id, app_id, content } = parse(insertSchemas.comments, row);
      const subject = post_id
        ? ({ type: "post", id: post_id } as const)
        : ({ type: "app", id: app_id! } as const);
      return { id: (await addComment({ actor, subject, content })).id };
    }
    case "reactions": {
      const { post_id } = parse(insertSchemas.reactions, row);
      await react({ actor, reaction: { postId: post_id, action: "like" } });
      return { post_id, user_id: actor.id };
    }
    case "follows": {
      const { following_id } = parse(insertSchemas.follows, row);
      await follow({ actor, userId: following_id });
      return { follower_id: actor.id, following_id };
    }
    case "bookmarks": {
      const { post_id } = parse(insertSchemas.bookmarks, row);
      await bookmark({ actor, postId: post_id });
      return { post_id, user_id: actor.id };
    }
    default:
      throw notWritable(view);
  }
}

export async function updateRow({ actor, view, parse }: Change, row: Row, changes: Row): Promise<void> {
  const id = String(row.id);
  switch (view) {
    case "profiles": {
      const { username, display_name: displayName, bio } = parse(changeSchemas.profiles, changes);
      await updateProfile({ userId: actor.id, patch: { username, displayName, bio }, allows: () => true });
      return;
    }
    case "posts": {
      const edit = { body: row.body, ...parse(changeSchemas.posts, changes) };
      await editPost({ actor, id, edit: parse(editBody, edit) });
      return;
    }
    case "apps": {
      await publishApp({ viewer: actor, id, isPublic: parse(changeSchemas.apps, changes).is_public });
      return;
    }
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
