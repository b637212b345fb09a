import "server-only";
import { uuidv7 } from "uuidv7";
import type { EditBody, Post, PostVersion } from "./contract";
import type { Actor } from "@/lib/shared/contract";
import { AppError, fieldError } from "@/lib/shared/errors";
import { isEditable, normalizeText, titleOf } from "./rules";
import { mentionedNames } from "@/lib/shared/rich-text";
import { isBlank } from "@/lib/shared/visible-text";
import { textTerms } from "@/lib/search/terms";
import type { Db } from "@/lib/db/client";
import { listVersions as listVersionRows, lockForEdit, updateText } from "./edit-repository";
import { requireUnlimited } from "@/lib/moderation/standing-service";
import { findUserIdsByNames } from "@/lib/people/repository";
import { cardAddress } from "@/lib/links/rules";
import { queueCard } from "./link-service";
import { getPost } from "./service";
import { notify } from "@/lib/notifications/notify-service";
import { type Pending, storeTogether } from "@/lib/notifications/pending-service";
import type { LiveEvent } from "@/lib/realtime/event-bus.server";

/**
 * Changes the text of the actor's own post. People who are newly mentioned are notified, once.
 * @throws AppError account_limited; not_found; forbidden if it is somebody else's; edit_closed after POST_EDIT_MINUTES;
 * validation_error
 */
export async function editPost({
  actor,
  id,
  edit,
}: {
  actor: Actor;
  id: string;
  edit: EditBody;
}): Promise<Post> {
  await storeTogether([await pendingEdit({ actor, id, edit })]);
  return getPost({ viewer: actor, id });
}

/** An edit that is stored together with other changes. @throws AppError like editPost */
export async function pendingEdit({
  actor,
  id,
  edit,
}: {
  actor: Actor;
  id: string;
  edit: EditBody;
}): Promise<Pending> {
  await requireUnlimited(actor);
  const before = await getPost({ viewer: actor, id });
  if (before.author.id !== actor.id) throw new AppError("forbidden");
  if (!isEditable(new Date(before.createdAt))) throw new AppError("edit_closed");
  const body = normalizeText(edit.body);
  const mentioned = await findUserIdsByNames(mentionedNames(body));
  const notified = [before.reply?.to?.id, before.quote?.post?.author.id];
  let link: string | null = null;
  const store = async (tx: Db): Promise<LiveEvent[]> => {
    const locked = await lockForEdit({ id, authorId: actor.id }, tx);
    if (!locked) throw new AppError("not_found");
    if (!isEditable(locked.createdAt)) throw new AppError("edit_closed");
    const warning = normalizeText(edit.warning ?? locked.warning);
    if (isBlank(body) && !locked.hasMore)
      throw fieldError("body", "required", "A post needs some text, a picture or an app.");
    if (body === locked.body && warning === locked.warning) return [];
    const replyAllowed = locked.replyPolicy === "mentioned" && !locked.isReply ? mentioned : null;
    const [from, to] = [cardAddress(locked.body), cardAddress(body)];
    // The link has no card: the author removed it, or the page has none.
    if (from !== to && !locked.hasMore && !before.quote && (before.link || !from)) link = to;
    await updateText(
      {
        id,
        versionId: uuidv7(),
        body,
        warning,
        title: titleOf(body),
        terms: textTerms(body),
        keepsLink: from === to,
        replyAllowed,
        editedAt: new Date(),
      },
      tx,
    );
    if (link) await queueCard({ postId: id, authorId: actor.id, body }, tx);
    const userIds = mentioned.filter((userId) => !notified.includes(userId));
    const parentId = before.reply?.parentId ?? null;
    return [
      { type: "post_edited", id, authorId: actor.id, parentId },
      ...(await notify({ kind: "mention", actorId: actor.id, postId: id, text: body, userIds }, tx)),
    ];
  };
  return { target: id, store };
}

/** The current and previous versions of a post, newest first. @throws AppError not_found */
export async function listVersions({ viewer, id }: { viewer: Actor; id: string }): Promise<PostVersion[]> {
  const post = await getPost({ viewer, id });
  const warning = post.label?.warning ?? post.warning;
  const present = { body: post.body, warning, writtenAt: post.editedAt ?? post.createdAt };
  const earlier = await listVersionRows(id);
  return [
    present,
    ...earlier.map(({ writtenAt, ...text }) => ({ ...text, writtenAt: writtenAt.toISOString() })),
  ];
}
