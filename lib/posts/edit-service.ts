import "server-only";
import { uuidv7 } from "uuidv7";
import type { EditBody, Post, PostVersion } from "./contract";
import type { Actor } from "@/lib/shared/contract";
import { AppError } from "@/lib/shared/errors";
import { isEditable, normalizeText, titleOf } from "./rules";
import { mentionedNames } from "@/lib/shared/rich-text";
import { isBlank } from "@/lib/shared/visible-text";
import { textTerms } from "@/lib/search/terms";
import { inTransaction } from "@/lib/db/client";
import { listVersions as listVersionRows, lockForEdit, updateText } from "./edit-repository";
import { findUserIdsByNames } from "@/lib/people/repository";
import { getPost } from "./service";
import { notify, publish } from "@/lib/notifications/notify-service";

/**
 * Changes the text of the actor's own post. Whom it mentions now and did not before is told, once.
 * @throws AppError not_found; forbidden if it is somebody else's; edit_closed after POST_EDIT_MINUTES; validation_error
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
  const before = await getPost({ viewer: actor, id });
  if (before.author.id !== actor.id) throw new AppError("forbidden");
  const body = normalizeText(edit.body);
  const mentioned = await findUserIdsByNames(mentionedNames(body));
  const told = [before.reply?.to?.id, before.quote?.post?.author.id];
  const events = await inTransaction(async (tx) => {
    const locked = await lockForEdit({ id, authorId: actor.id }, tx);
    if (!locked) throw new AppError("not_found");
    if (!isEditable(locked.createdAt)) throw new AppError("edit_closed");
    const warning = normalizeText(edit.warning ?? locked.warning);
    if (isBlank(body) && !locked.hasMore) {
      const message = "A post needs some text, a picture or an app.";
      throw new AppError("validation_error", {
        message,
        fields: [{ path: "body", code: "required", message }],
      });
    }
    if (body === locked.body && warning === locked.warning) return null;
    const replyAllowed = locked.replyPolicy === "mentioned" && !locked.isReply ? mentioned : null;
    await updateText(
      {
        id,
        versionId: uuidv7(),
        body,
        warning,
        title: titleOf(body),
        terms: textTerms(body),
        replyAllowed,
        editedAt: new Date(),
      },
      tx,
    );
    const userIds = mentioned.filter((userId) => !told.includes(userId));
    return notify({ kind: "mention", actorId: actor.id, postId: id, text: body, userIds }, tx);
  });
  if (events) publish({ type: "post_edited", id, authorId: actor.id }, ...events);
  return getPost({ viewer: actor, id });
}

/** What a post says and said, the newest first. @throws AppError not_found */
export async function listVersions({ viewer, id }: { viewer: Actor; id: string }): Promise<PostVersion[]> {
  const post = await getPost({ viewer, id });
  const present = { body: post.body, warning: post.warning, writtenAt: post.editedAt ?? post.createdAt };
  const earlier = await listVersionRows(id);
  return [
    present,
    ...earlier.map(({ writtenAt, ...text }) => ({ ...text, writtenAt: writtenAt.toISOString() })),
  ];
}
