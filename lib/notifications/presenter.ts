import "server-only";
import { ACTORS_SHOWN, type Notification } from "./contract";
import { KINDS } from "./kinds";
import type { NotificationRecord } from "./repository";
import { SCHEDULE_PROBLEMS, type ScheduleProblem } from "./rules";
import { appIconUrl } from "@/lib/apps/presenter";
import { fileUrl } from "@/lib/files/file-url";
import { presentUserShort } from "@/lib/people/user-presenter";

/** Presents a group of notifications, newest first, as one. */
export function presentNotification(
  group: readonly [NotificationRecord, ...NotificationRecord[]],
): Notification {
  const [newest] = group;
  const says =
    newest.roomId && newest.text !== null
      ? { text: newest.text, roomId: newest.roomId, href: newest.href }
      : null;
  const moderation = moderationOf(newest);
  const problem = newest.kind === "schedule" ? problemOf(newest.text) : undefined;
  const actors = new Map(
    (says || KINDS[newest.kind].isFromInstance ? [] : group).map((record) => [record.actorId, record]),
  );
  return {
    id: newest.id,
    kind: newest.kind,
    actors: [...actors.values()].slice(0, ACTORS_SHOWN).map((record) =>
      presentUserShort({
        id: record.actorId,
        username: record.actorUsername,
        displayName: record.actorDisplayName,
        avatarKey: record.actorAvatarKey,
      }),
    ),
    count: actors.size,
    post: newest.postId
      ? { id: newest.postId, body: newest.postBody ?? "", imageUrl: fileUrl(newest.postImageKey) }
      : null,
    comment: newest.commentId ? { id: newest.commentId, content: newest.commentContent ?? "" } : null,
    app:
      newest.appId && newest.appName && newest.appIconKey
        ? { id: newest.appId, name: newest.appName, iconUrl: appIconUrl(newest.appId, newest.appIconKey) }
        : null,
    emoji: newest.emoji,
    says,
    moderation,
    ...(problem && { problem }),
    read: newest.readAt !== null,
    createdAt: newest.createdAt.toISOString(),
  };
}

function problemOf(text: string | null): ScheduleProblem {
  return SCHEDULE_PROBLEMS.find((problem) => problem === text) ?? "invalid";
}

function moderationOf(record: NotificationRecord): Notification["moderation"] {
  const { decisionId, decisionAction, isDecisionUndone, reportId, isReportUpheld } = record;
  if (decisionId && decisionAction)
    return { decisionId, action: decisionAction, isUndone: isDecisionUndone ?? false };
  return reportId ? { reportId, isUpheld: isReportUpheld ?? false } : null;
}
