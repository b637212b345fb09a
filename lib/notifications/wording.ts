import { DECISION_ACTIONS } from "@/lib/shared/decisions";
import { fragmentOf, runHref, runKeyOf } from "@/lib/shared/run-key";
import type { NotificationKind } from "./rules";

/** What the text and the address of a notification depend on. */
type Worded = {
  kind: NotificationKind;
  actors: readonly { id: string }[];
  count: number;
  post: { id: string } | null;
  comment: { id: string } | null;
  app: { id: string } | null;
  says: { roomId: string; href: string | null } | null;
  moderation:
    | { decisionId: string; action: string; isUndone: boolean }
    | { reportId: string; isUpheld: boolean }
    | null;
};

/** The message of the namespace `notifications` that says it: in the list, in a push message, in a digest. */
export function messageKeyOf({ kind, comment, app, count, moderation }: Worded) {
  if (moderation && "reportId" in moderation)
    return moderation.isUpheld ? ("reportUpheld" as const) : ("reportDismissed" as const);
  if (moderation?.isUndone)
    return kind === "appeal" ? ("appealUpheld" as const) : ("decisionUndone" as const);
  if (moderation && kind === "decision") {
    const action = DECISION_ACTIONS.find((known) => known === moderation.action);
    if (action) return `decided.${action}` as const;
  }
  if (kind === "decision" || kind === "appeal" || kind === "report") return kind;
  if (kind === "export" || kind === "schedule") return kind;
  if (kind === "follow_request") return "followRequest" as const;
  if (kind === "follow_accepted") return "followAccepted" as const;
  if (kind === "featured") return kind;
  if (kind === "feature_refused") return "featureRefused" as const;
  if (kind === "comment") return "comment" as const;
  if (kind === "app_comment") return "appComment" as const;
  if (kind === "app_review") return "appReview" as const;
  if (kind === "review_answer") return "reviewAnswer" as const;
  if (kind === "room" || kind === "quote" || kind === "remix") return kind;
  if (kind === "mention") return !comment ? "mention" : app ? "mentionInComment" : "mentionInReply";
  const size = count === 1 ? "One" : count === 2 ? "Two" : "Many";
  const stem = kind === "app_like" ? "appLike" : kind;
  return `${stem}${size}` as `${"like" | "repost" | "emoji" | "appLike" | "follow"}${"One" | "Two" | "Many"}`;
}

/** The page of its subject. */
export function hrefOf({ kind, post, app, actors, comment, says, moderation }: Worded): string {
  if (moderation) return "decisionId" in moderation ? `/notices#${moderation.decisionId}` : "/notifications";
  if (says && app) {
    const page = post ? `/post/${post.id}` : runHref(runKeyOf({ appId: app.id, roomId: says.roomId }));
    return page + fragmentOf(says.href);
  }
  if (kind === "schedule") return "/timeline#drafts";
  if (kind === "export") return "/settings#your-data";
  if (kind.startsWith("follow")) return `/profile/${actors[0]?.id ?? "me"}`;
  if (app && (kind === "app_review" || kind === "review_answer")) return `/apps/${app.id}#reviews`;
  if (app) return `/apps/${app.id}${comment ? "#comments" : ""}`;
  // A comment on a post is a reply, which has a page.
  const shown = comment ?? post;
  return shown ? `/post/${shown.id}` : "/timeline";
}
