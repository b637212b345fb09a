import type messages from "@/lib/i18n/messages/en/notifications.json";
import type { ReactionKind } from "@/lib/shared/reactions";
import { DECISION_ACTIONS } from "@/lib/shared/decisions";
import { fragmentOf, runHref, runKeyOf } from "@/lib/shared/run-key";

/** Related kinds that a person turns on and off together. */
export const NOTIFICATION_GROUP_NAMES = [
  "likes",
  "comments",
  "mentions",
  "reposts",
  "follows",
  "apps",
] as const;
export type NotificationGroup = (typeof NOTIFICATION_GROUP_NAMES)[number];

/** What the text and the address of a notification depend on. */
export type Subject = {
  actors: readonly { id: string }[];
  post: { id: string } | null;
  comment: { id: string } | null;
  app: { id: string } | null;
  says: { roomId: string; href: string | null } | null;
  moderation:
    | { decisionId: string; action: string; isUndone: boolean }
    | { reportId: string; isUpheld: boolean }
    | null;
};

type Texts = typeof messages;
/** A message of the namespace `notifications`. */
type MessageKey =
  | { [Key in keyof Texts]: Texts[Key] extends string ? Key : never }[keyof Texts]
  | `decided.${keyof Texts["decided"]}`;
type StemOf<Key> = Key extends `${infer Stem}Many` ? Stem : never;

/** An icon and its color; components/notifications/notification-row.tsx draws them. */
export type Look =
  | "accepted"
  | "app"
  | "comment"
  | "download"
  | "emoji"
  | "featured"
  | "follow"
  | "like"
  | "mention"
  | "moderation"
  | "quote"
  | "refused"
  | "remix"
  | "repost"
  | "resolved"
  | "review"
  | "unscheduled";

type Kind = {
  look: Look;
  /** Without one it cannot be turned off. */
  group?: NotificationGroup;
  /** It shows what the actor did or wrote, which a private person lets only followers see. */
  isOfPost?: true;
  /** It comes from the instance and names nobody; see insertOwnNotice. */
  isFromInstance?: true;
  /** Where it leads; by default the page of its subject. */
  href?: string | ((subject: Subject) => string);
} & (
  | { message: MessageKey | ((subject: Subject) => MessageKey); grouped?: undefined }
  /** Those about one subject are shown as one. The stem of three messages: `followOne`, `followTwo`, `followMany`. */
  | { grouped: StemOf<MessageKey>; isReaction?: undefined; message?: undefined }
  /** Likewise, with messages of the namespace `reactions`. */
  | { grouped: ReactionKind; isReaction: true; message?: undefined }
);

/**
 * All that is particular to a kind, besides the service that causes it, its messages, and what repository.ts joins to it.
 * A new kind comes after those of its group: the first one shows whether the group is on (see groupsWithout).
 */
const DECLARED = {
  like: { look: "like", group: "likes", isOfPost: true, grouped: "like", isReaction: true },
  comment: { look: "comment", group: "comments", isOfPost: true, message: "comment" },
  follow: { look: "follow", group: "follows", grouped: "follow", href: profilePage },
  follow_request: { look: "follow", group: "follows", message: "followRequest", href: profilePage },
  follow_accepted: { look: "accepted", group: "follows", message: "followAccepted", href: profilePage },
  mention: { look: "mention", group: "mentions", isOfPost: true, message: mentionMessage },
  app_like: { look: "like", group: "likes", grouped: "appLike" },
  app_comment: { look: "comment", group: "comments", message: "appComment" },
  app_review: { look: "review", group: "comments", message: "appReview", href: reviewsPage },
  review_answer: { look: "comment", group: "comments", message: "reviewAnswer", href: reviewsPage },
  room: { look: "app", group: "apps", message: "room", href: roomPage },
  remix: { look: "remix", group: "apps", message: "remix" },
  repost: { look: "repost", group: "reposts", isOfPost: true, grouped: "repost", isReaction: true },
  quote: { look: "quote", group: "reposts", isOfPost: true, message: "quote" },
  emoji: { look: "emoji", group: "likes", isOfPost: true, grouped: "emoji", isReaction: true },
  decision: { look: "moderation", isFromInstance: true, message: decisionMessage, href: noticesPage },
  appeal: { look: "moderation", isFromInstance: true, message: appealMessage, href: noticesPage },
  report: { look: "resolved", isFromInstance: true, message: reportMessage, href: "/notifications" },
  export: { look: "download", isFromInstance: true, message: "export", href: "/settings#your-data" },
  schedule: { look: "unscheduled", isFromInstance: true, message: "schedule", href: "/timeline#drafts" },
  featured: { look: "featured", isFromInstance: true, message: "featured" },
  feature_refused: { look: "refused", isFromInstance: true, message: "featureRefused" },
} satisfies Record<string, Kind>;

export type NotificationKind = keyof typeof DECLARED;
export const KINDS: Readonly<Record<NotificationKind, Kind>> = DECLARED;
export const NOTIFICATION_KINDS = Object.keys(DECLARED) as [NotificationKind, ...NotificationKind[]];

/** The kinds that come from the instance. */
export type InstanceKind = {
  [Name in NotificationKind]: (typeof DECLARED)[Name] extends { isFromInstance: true } ? Name : never;
}[NotificationKind];

/** The kinds of a group, in the order of their declaration. */
export const kindsOf = (group: NotificationGroup): NotificationKind[] =>
  NOTIFICATION_KINDS.filter((kind) => KINDS[kind].group === group);

function mentionMessage({ comment, app }: Subject): MessageKey {
  if (!comment) return "mention";
  return app ? "mentionInComment" : "mentionInReply";
}

function decisionMessage({ moderation }: Subject): MessageKey {
  if (!moderation || !("decisionId" in moderation)) return "decision";
  if (moderation.isUndone) return "decisionUndone";
  // One of a newer release, while an upgrade is under way, has no message here.
  const action = DECISION_ACTIONS.find((known) => known === moderation.action);
  return action ? `decided.${action}` : "decision";
}

function appealMessage({ moderation }: Subject): MessageKey {
  return moderation && "decisionId" in moderation && moderation.isUndone ? "appealUpheld" : "appeal";
}

function reportMessage({ moderation }: Subject): MessageKey {
  if (!moderation || !("reportId" in moderation)) return "report";
  return moderation.isUpheld ? "reportUpheld" : "reportDismissed";
}

function profilePage({ actors }: Subject): string {
  return `/profile/${actors[0]?.id ?? "me"}`;
}

function reviewsPage(subject: Subject): string {
  return subject.app ? `/apps/${subject.app.id}#reviews` : subjectPage(subject);
}

function noticesPage({ moderation }: Subject): string {
  return moderation && "decisionId" in moderation ? `/notices#${moderation.decisionId}` : "/notifications";
}

/** Where in the app what it says leads to. */
function roomPage(subject: Subject): string {
  const { says, app, post } = subject;
  if (!says || !app) return subjectPage(subject);
  const page = post ? `/post/${post.id}` : runHref(runKeyOf({ appId: app.id, roomId: says.roomId }));
  return page + fragmentOf(says.href);
}

export function subjectPage({ app, post, comment }: Subject): string {
  if (app) return `/apps/${app.id}${comment ? "#comments" : ""}`;
  // A comment on a post is a reply, which has a page.
  const shown = comment ?? post;
  return shown ? `/post/${shown.id}` : "/timeline";
}
