import "server-only";
import type { PeopleQuery, Person, Profile, ReactorList, Suggestion, UserPostsQuery } from "./contract";
import type { Post } from "@/lib/posts/contract";
import type { UserShort } from "./user-contract";
import { type Page, idSchema, type Actor } from "@/lib/shared/contract";
import { fromReplica } from "@/lib/db/replica";
import { AppError } from "@/lib/shared/errors";
import { decodeCursor, encodeCursor } from "@/lib/shared/list-cursor";
import { presentPerson, presentProfile, presentSuggestion } from "./presenter";
import { presentPostPage } from "@/lib/posts/presenter";
import { canSeePosts, isNewMember } from "./rules";
import { findUnlistedAmong } from "./privacy-repository";
import { presentUserShort } from "./user-presenter";
import {
  findIdByFormerName,
  findProfile,
  listRelated,
  listSuggestions,
  type PeopleCursor,
  type PersonRecord,
  type ProfileRecord,
  type UserShortRecord,
} from "./repository";
import { findPostAuthor } from "@/lib/posts/repository";
import { listLiked, listMediaOf, listRepliesOf } from "@/lib/posts/profile-repository";
import { threadMaxOf } from "@/lib/posts/thread-limit-service";
import { listPostsOf } from "@/lib/posts/timeline-repository";

const TABS = { replies: listRepliesOf, media: listMediaOf, likes: listLiked } as const;

/**
 * Finds a profile by id or username.
 * @throws AppError not_found, also if they block the viewer: blocks are not disclosed
 */
async function profileOrThrow(viewer: Actor, idOrName: string): Promise<ProfileRecord> {
  // PostgreSQL would refuse it.
  if (idOrName.includes("\0")) throw new AppError("not_found");
  const byId = idSchema.safeParse(idOrName);
  const by = byId.success ? { id: byId.data } : { username: normalizeName(idOrName) };
  const record = await findProfile(viewer.id, by);
  if (!record || record.blocked) throw new AppError("not_found");
  return record;
}

/** @throws AppError private_account to whom they have not accepted */
function requireOpen(profile: ProfileRecord, viewer: Actor): void {
  if (!canSeePosts(profile, viewer.id)) throw new AppError("private_account");
}

function normalizeName(typed: string): string {
  return typed.replace(/^@/, "").normalize("NFKC").toLowerCase();
}

export async function getProfile({
  viewer,
  idOrName,
}: {
  viewer: Actor;
  idOrName: string;
}): Promise<Profile> {
  return presentProfile(await profileOrThrow(viewer, idOrName));
}

/** The present username of whoever gave this one up; null if there is nobody, also if they block the viewer. */
export async function findRenamed({ viewer, name }: { viewer: Actor; name: string }): Promise<string | null> {
  const id = name.includes("\0") ? null : await findIdByFormerName(normalizeName(name));
  const record = id ? await findProfile(viewer.id, { id }) : null;
  return record && !record.blocked ? record.username : null;
}

/** The viewer as an author, with how many posts they may send at once. */
export function describeViewer(
  viewer: UserShortRecord & { role: string; createdAt: Date },
): UserShort & { threadMax: number } {
  return { ...presentUserShort(viewer), threadMax: threadMaxOf(isNewMember(viewer)) };
}

/**
 * A person's posts, replies, posts with pictures, or likes; empty while the viewer blocks them.
 * @throws AppError not_found; forbidden for what somebody else likes; private_account
 */
export async function listUserPosts({
  viewer,
  idOrName,
  query,
}: {
  viewer: Actor;
  idOrName: string;
  query: UserPostsQuery;
}): Promise<Page<Post>> {
  const profile = await profileOrThrow(viewer, idOrName);
  if (query.tab === "likes" && profile.id !== viewer.id) throw new AppError("forbidden");
  if (profile.blocking) return { items: [], nextCursor: null };
  requireOpen(profile, viewer);
  const page = { viewerId: viewer.id, authorId: profile.id, after: query.after, take: query.limit + 1 };
  const skip = query.after || !query.page ? 0 : (query.page - 1) * query.limit;
  const cards = await fromReplica(viewer.id, () =>
    query.tab === "posts" ? listPostsOf({ ...page, skip }) : TABS[query.tab](page),
  );
  return presentPostPage(cards, query.limit);
}

export async function listUserFollows({
  viewer,
  idOrName,
  side,
  query,
}: {
  viewer: Actor;
  idOrName: string;
  side: "followers" | "following";
  query: PeopleQuery;
}): Promise<Page<Person>> {
  const profile = await profileOrThrow(viewer, idOrName);
  if (profile.blocking) return { items: [], nextCursor: null };
  requireOpen(profile, viewer);
  return relatedPage(viewer, { of: profile.id, list: side }, query);
}

export async function listHiddenPeople({
  viewer,
  kind,
  query,
}: {
  viewer: Actor;
  kind: "blocks" | "mutes";
  query: PeopleQuery;
}): Promise<Page<Person>> {
  return relatedPage(viewer, { of: viewer.id, list: kind }, query);
}

/** Who likes or reposts a post. @throws AppError not_found */
export async function listReactors({
  viewer,
  postId,
  list,
  query,
}: {
  viewer: Actor;
  postId: string;
  list: ReactorList;
  query: PeopleQuery;
}): Promise<Page<Person>> {
  if ((await findPostAuthor(viewer.id, postId)) === null) throw new AppError("not_found");
  return relatedPage(viewer, { of: postId, list }, query);
}

export async function relatedPage(
  viewer: Actor,
  related: Pick<Parameters<typeof listRelated>[0], "of" | "list">,
  { after, limit }: PeopleQuery,
): Promise<Page<Person>> {
  const take = limit + 1;
  return peoplePage(
    await listRelated({ viewerId: viewer.id, ...related, after: peopleCursor(after), take }),
    limit,
  );
}

export async function suggestPeople({
  viewer,
  limit,
}: {
  viewer: Actor;
  limit: number;
}): Promise<Suggestion[]> {
  return (await listSuggestions(viewer.id, limit)).map(presentSuggestion);
}

/**
 * Parses the cursor of a list of people, whose sort key is an integer.
 * @throws AppError validation_error
 */
export function peopleCursor(after: string | undefined): PeopleCursor {
  if (after === undefined) return null;
  const cursor = decodeCursor(after);
  if (!cursor || !/^\d{1,15}$/.test(cursor.key)) {
    throw new AppError("validation_error", { message: "after is not a cursor of this list." });
  }
  return cursor;
}

export function peoplePage(rows: PersonRecord[], limit: number): Page<Person> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    items: shown.map(presentPerson),
    nextCursor: rows.length > limit && last ? encodeCursor({ key: last.sortKey, id: last.id }) : null,
  };
}

/**
 * Whether one of these people does not want to be found by search. Crawlers get to know it on their profile and on the page
 * of a post that is theirs, replies to them or quotes them; not where they only reply below it.
 */
export async function isAnyUnlisted(userIds: string[]): Promise<boolean> {
  return (await findUnlistedAmong(userIds)).length > 0;
}
